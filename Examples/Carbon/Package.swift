// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Carbon",
  dependencies: [.package(name: "afterglow", path: "../..")],
  targets: [
    .executableTarget(name: "Carbon", dependencies: [.product(name: "WidgetKit", package: "afterglow")])
  ])
