// swift-tools-version: 6.2
// Two programs and one archive between them: docs/architecture.md names every room and the way imports go.
//
// AFTERGLOW_EMBEDDED=1 describes only the firmware side, compiled as Embedded Swift without allocation; `make firmware`
// sets it. It is a variable and not a package trait, because a conditional feature on an executable target also reaches
// the link step of ordinary builds and drops the runtime's start-up object there (tried with 6.3.1: crash on first use
// of metadata).
//
// AFTERGLOW_TARGETS="AfterglowLight AfterglowLightTests" leaves those targets and what they depend on; `make quick` sets it.
//
// AFTERGLOW_STRICT=1 makes warnings fail the build (see `strict`).
import CompilerPluginSupport
import PackageDescription

let isEmbedded = Context.environment["AFTERGLOW_EMBEDDED"] == "1"
/// AFTERGLOW_STRICT=1 makes warnings of these targets fail the build; `make test` and `make quick` set it. Not always: a widget's
/// package names this folder, and a newer compiler may have a warning that this one has not. Packages of others are not affected.
let isStrict = Context.environment["AFTERGLOW_STRICT"] == "1"
/// Whether there are the modules `os` and `Combine`. Packages of others look for them and take them for Apple's:
/// swift-argument-parser has locks of `os`, Yams a protocol of `Combine`. They get what they ask for, but a build that compares
/// imports with manifests (`make test`) reports imports that those manifests do not have.
let hasSharedNames = !isStrict || Context.environment["AFTERGLOW_TARGETS"] != nil
/// 32-bit triples compile without `-no-allocations`, which wrongly rejects some integer conversions there (swift#86827).
let provesNoAllocations = Context.environment["AFTERGLOW_NO_ALLOCATIONS"] != "0"

// In an ordinary build, too, what Embedded Swift forbids is an error. Swift 6.2 does not have this group of warnings.
#if compiler(>=6.3)
  let embeddedRestrictions: [SwiftSetting] = [.treatWarning("EmbeddedRestrictions", as: .error)]
#else
  let embeddedRestrictions: [SwiftSetting] = []
#endif

let firmwareSettings: [SwiftSetting] =
  embeddedRestrictions
  + (isEmbedded ? [.enableExperimentalFeature("Embedded")] : [])
  + (isEmbedded && provesNoAllocations ? [.unsafeFlags(["-Xfrontend", "-no-allocations"])] : [])
  // A section a function: the linker leaves out what nobody calls.
  + (isEmbedded ? [.unsafeFlags(["-Xfrontend", "-function-sections"])] : [])
/// Where no pixel is drawn, size is worth more than speed: code that was touched is resident for good.
let smallSettings: [SwiftSetting] = firmwareSettings + (isEmbedded ? [.unsafeFlags(["-Osize"])] : [])
/// What runs lies together (make/start-order.txt): the kernel maps 64 KiB of code around each page that is touched.
let orderedLinking: [LinkerSetting] =
  isEmbedded
  ? [
    .unsafeFlags([
      "-use-ld=lld", "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/make/start-order.txt",
      "-Xlinker", "--no-warn-symbol-ordering",
    ])
  ] : []

/// Rooms of the author that set no pixel and no line of text. Their code is resident for as long as the author runs.
let compactRooms: Set<String> = [
  "AfterglowPrograms", "AfterglowDocuments", "AfterglowSources", "AfterglowServer", "AfterglowFetch",
  "AfterglowWidgets", "AfterglowPanelModels", "AfterglowBoards", "AfterglowKit", "AfterglowGuide",
  "AfterglowStudio", "AfterglowDaemon", "afterglow-command",
]
/// Only rooms that no product for packages of widgets contains: SwiftPM refuses a dependency by version that has such flags.
let compactSettings: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Swift's own linker, because that of Debian 13 leaves tables of addresses writable in so large a program (no RELRO).
let protectedLinking: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"])]

func firmware(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = firmwareSettings
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// Most tests' own code: to optimise it takes longer than its run gains. What it calls is optimised, also the loops over pixels
/// and texts of `PixelSupport` and `TestSupport`.
let quickSettings: [SwiftSetting] = [.unsafeFlags(["-Onone"])]
/// For tests that look at each pixel, count through years, or turn each bit.
let thoroughSettings: [SwiftSetting] = []

func tests(
  _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = quickSettings
) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: dependencies, swiftSettings: settings)
}

/// Targets that name no path of their own are in a folder of their name, in the folder of their wing.
func inFolder(_ wing: String, _ targets: [Target]) -> [Target] {
  for target in targets where target.path == nil { target.path = "\(wing)/\(target.name)" }
  for target in targets where compactRooms.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + compactSettings
  }
  return targets
}

func firmwareWing() -> [Target] {
  inFolder(
    "Sources/firmware",
    [
      firmware("AfterglowCore"),
      firmware("AfterglowRaster", ["AfterglowCore"]),
      firmware("AfterglowTimeline", ["AfterglowCore"]),
      firmware("AfterglowLight", ["AfterglowCore"]),
      firmware("AfterglowInput", ["AfterglowCore"], settings: smallSettings),
      firmware("AfterglowDevice", ["AfterglowCore", "AfterglowInput"]),
      firmware(
        "AfterglowArchive",
        ["AfterglowCore", "AfterglowTimeline", "AfterglowLight"]),
      firmware("AfterglowEPaper", ["AfterglowCore", "AfterglowDevice"]),
      firmware("AfterglowVirtual", ["AfterglowCore", "AfterglowDevice", "AfterglowInput"]),
      firmware(
        "AfterglowEngine",
        [
          "AfterglowCore", "AfterglowRaster", "AfterglowTimeline", "AfterglowLight", "AfterglowInput",
          "AfterglowArchive", "AfterglowDevice",
        ]),
      .target(name: "CLinux", linkerSettings: [.linkedLibrary("drm")]),
      firmware(
        "AfterglowLinux", ["AfterglowCore", "AfterglowDevice", "AfterglowInput", "CLinux"], settings: smallSettings),
      .executableTarget(
        name: "afterglow-renderer",
        dependencies: [
          "AfterglowCore", "AfterglowDevice", "AfterglowTimeline", "AfterglowLight", "AfterglowInput",
          "AfterglowArchive", "AfterglowEPaper", "AfterglowVirtual", "AfterglowEngine",
          "AfterglowLinux",
        ],
        swiftSettings: smallSettings, linkerSettings: orderedLinking),
      // What the kernel lets a confined process do, tried from inside one: no product, but built as the firmware is.
      .target(name: "CLockdownProbe", path: "Tests/support/CLockdownProbe"),
      .executableTarget(
        name: "lockdown-probe", dependencies: ["AfterglowLinux", "CLinux", "CLockdownProbe"],
        path: "Tests/support/LockdownProbe",
        swiftSettings: smallSettings, linkerSettings: orderedLinking),
    ])
}

func widgetsWing() -> [Target] {
  inFolder(
    "Sources/widgets",
    [
      .systemLibrary(name: "CPango", pkgConfig: "pangoft2", providers: [.apt(["libpango1.0-dev"])]),
      .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
      .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
      // The errors of system calls, in words for people.
      .target(name: "AfterglowErrors"),
      .target(name: "CConformances"),
      .target(name: "CSymbols", exclude: ["data"]),
      // Runs in the compiler, for what widgets write as `#Preview` and `@Entry`.
      .macro(name: "AfterglowMacros"),
      .target(name: "AfterglowPictures", dependencies: ["AfterglowCore", "AfterglowErrors", "CJPEG", "CPNG"]),
      .target(name: "AfterglowGeometry", dependencies: ["AfterglowCore"]),
      // Combine, as far as widgets use it.
      .target(name: "AfterglowPublishers"),
      .target(
        name: "AfterglowTypesetting",
        dependencies: [
          "AfterglowCore", "AfterglowErrors", "AfterglowGeometry", "AfterglowTimeline", "CPango", "CSymbols",
        ],
        // The ICU of Foundation's own library, for units of time and their names; nothing links it by itself.
        linkerSettings: [.linkedLibrary("_FoundationICU")]),
      // Each package of a widget builds this and what it names, so it names little.
      .target(
        name: "AfterglowViews",
        dependencies: [
          "AfterglowCore", "AfterglowGeometry", "AfterglowTypesetting", "AfterglowTimeline", "AfterglowPictures",
          "AfterglowPublishers", "AfterglowMacros", "CConformances",
        ]),
      .target(name: "AfterglowCharts", dependencies: ["AfterglowCore", "AfterglowViews"]),
      // The name under which widgets import all that they are written with.
      .target(name: "Afterglow", dependencies: ["AfterglowCharts", "AfterglowViews"]),
      // The names of UIKit, Intents and UserNotifications that widgets use.
      .target(name: "AfterglowPorting", dependencies: ["AfterglowViews"]),
      // Names that code for iOS imports; nothing here uses them.
      .target(name: "SwiftUI", dependencies: ["Afterglow", "AfterglowPorting"]),
      .target(name: "WidgetKit", dependencies: ["Afterglow", "AfterglowPorting"]),
      .target(name: "AppIntents", dependencies: ["Afterglow"]),
      .target(name: "ActivityKit", dependencies: ["Afterglow"]),
      .target(name: "Charts", dependencies: ["Afterglow"]),
      .target(name: "UIKit", dependencies: ["Afterglow", "AfterglowPorting"]),
      .target(name: "Intents", dependencies: ["Afterglow", "AfterglowPorting"]),
      .target(name: "UserNotifications", dependencies: ["Afterglow", "AfterglowPorting"]),
      .target(name: "OSLog"),
    ])
    + sharedNames()
}

/// Names that packages of others look for as well (see `hasSharedNames`).
func sharedNames() -> [Target] {
  guard hasSharedNames else { return [] }
  return inFolder(
    "Sources/widgets",
    [
      // `import os.log` names a submodule, which only a Clang module has.
      .systemLibrary(name: "COSLog"),
      .target(name: "os", dependencies: ["OSLog", "COSLog"]),
      .target(name: "Combine", dependencies: ["AfterglowPorting", "AfterglowPublishers"]),
    ])
}

func authorWing() -> [Target] {
  inFolder(
    "Sources/author",
    [
      .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
      .target(name: "CChild"),
      // Programs of others: what they may do, their start and their end.
      .target(name: "AfterglowPrograms", dependencies: ["AfterglowErrors", "CChild"]),
      .target(name: "CCurl"),
      .target(name: "CStudioPage", exclude: ["page"]),
      .target(name: "CSamplePhoto", exclude: ["data"]),
      .target(name: "AfterglowInk", dependencies: ["AfterglowCore", "AfterglowPictures"]),
      .target(
        name: "AfterglowCompiler",
        dependencies: [
          "AfterglowCore", "AfterglowRaster", "AfterglowTimeline", "AfterglowArchive", "AfterglowEngine",
          "AfterglowPictures", "AfterglowInk", "AfterglowPrograms", "AfterglowErrors", "AfterglowViews", "CChild",
        ]),
      .target(
        name: "AfterglowDocuments",
        dependencies: ["AfterglowTimeline", "CExpat", .product(name: "Yams", package: "Yams")]),
      .target(name: "AfterglowSources", dependencies: ["AfterglowDocuments", "AfterglowErrors"]),
      .target(name: "AfterglowServer", dependencies: ["AfterglowErrors"]),
      .target(
        name: "AfterglowFetch",
        dependencies: [
          "AfterglowDocuments", "AfterglowErrors", "AfterglowPrograms", "AfterglowSources", "CChild", "CCurl",
        ]),
      .target(
        name: "AfterglowWidgets",
        dependencies: [
          "Afterglow", "AfterglowDocuments", "AfterglowErrors", "AfterglowPictures", "AfterglowSources",
          "AfterglowTimeline", "CSamplePhoto",
        ]),
      .target(name: "AfterglowPanelModels", dependencies: ["AfterglowCore", "AfterglowDevice"]),
      .target(
        name: "AfterglowBoards",
        dependencies: [
          "AfterglowCore", "AfterglowLight", "AfterglowArchive", "AfterglowEPaper",
          "AfterglowVirtual", "AfterglowDocuments", "AfterglowErrors", "Afterglow", "AfterglowCompiler",
          "AfterglowSources", "AfterglowWidgets",
        ]),
      // The room that commands, frames and studio share. It draws nothing.
      .target(
        name: "AfterglowKit",
        dependencies: [
          "AfterglowCore", "AfterglowDocuments", "AfterglowEngine", "AfterglowErrors", "AfterglowLight",
          "AfterglowLinux",
          "AfterglowSources", "AfterglowVirtual",
        ]),
      .target(
        name: "AfterglowPreview",
        dependencies: [
          "Afterglow", "AfterglowArchive", "AfterglowBoards", "AfterglowCompiler", "AfterglowCore", "AfterglowDevice",
          "AfterglowDocuments", "AfterglowEPaper", "AfterglowEngine", "AfterglowInput", "AfterglowKit",
          "AfterglowLight", "AfterglowLinux",
          "AfterglowPictures", "AfterglowPanelModels", "AfterglowSources", "AfterglowTimeline", "AfterglowVirtual",
          "AfterglowWidgets",
        ]),
      // The findings of `check`: what the guide says of frames, and the rest.
      .target(
        name: "AfterglowGuide",
        dependencies: [
          "Afterglow", "AfterglowArchive", "AfterglowBoards", "AfterglowCompiler", "AfterglowCore", "AfterglowDevice",
          "AfterglowDocuments", "AfterglowEPaper", "AfterglowEngine", "AfterglowKit", "AfterglowLight",
          "AfterglowPanelModels", "AfterglowPictures", "AfterglowPreview", "AfterglowSources", "AfterglowVirtual",
          "AfterglowWidgets",
        ]),
      .target(
        name: "AfterglowStudio",
        dependencies: [
          "AfterglowCore", "AfterglowTimeline", "AfterglowLight", "AfterglowArchive", "AfterglowDocuments", "Afterglow",
          "AfterglowCompiler", "AfterglowSources", "AfterglowServer", "AfterglowWidgets", "AfterglowBoards",
          "AfterglowGuide", "AfterglowKit", "AfterglowPreview", "CStudioPage", "CSymbols",
        ]),
      // The run of a board, and the output that it shares with the commands.
      .target(
        name: "AfterglowDaemon",
        dependencies: [
          "Afterglow", "AfterglowArchive", "AfterglowBoards", "AfterglowCompiler", "AfterglowCore", "AfterglowDevice",
          "AfterglowDocuments", "AfterglowEngine", "AfterglowErrors", "AfterglowFetch", "AfterglowKit",
          "AfterglowLight", "AfterglowLinux", "AfterglowPanelModels", "AfterglowPictures", "AfterglowPreview",
          "AfterglowServer", "AfterglowSources", "AfterglowVirtual", "CChild", "CLinux",
          .product(name: "Logging", package: "swift-log"),
        ]),
    ])
}

func toolsWing() -> [Target] {
  inFolder(
    "Sources/tools",
    [
      .executableTarget(
        name: "afterglow-command",
        dependencies: [
          "AfterglowCore", "AfterglowDevice", "AfterglowTimeline", "AfterglowLight", "AfterglowArchive",
          "AfterglowEPaper", "AfterglowVirtual", "AfterglowInput", "AfterglowEngine", "AfterglowDocuments", "Afterglow",
          "AfterglowCompiler", "AfterglowWidgets", "AfterglowSources", "AfterglowFetch",
          "AfterglowBoards", "AfterglowPictures", "AfterglowPanelModels", "AfterglowKit", "AfterglowDaemon",
          "AfterglowPreview", "AfterglowGuide", "AfterglowStudio", "AfterglowErrors", "AfterglowLinux", "CChild",
          "CLinux",
          .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], linkerSettings: protectedLinking),
      .executableTarget(
        name: "afterglow-bench",
        dependencies: [
          "AfterglowCore", "AfterglowDevice", "AfterglowRaster", "AfterglowTimeline", "AfterglowLight",
          "AfterglowArchive", "AfterglowVirtual", "AfterglowEngine", "Afterglow", "AfterglowCompiler",
          "AfterglowBoards", "AfterglowInput",
          "AfterglowPictures", "AfterglowInk", "CPango",
        ]),
    ])
}

/// Modules of the product for ported widgets, apart from `sharedNames`.
let portedNames = [
  "SwiftUI", "WidgetKit", "AppIntents", "ActivityKit", "Charts", "UIKit", "Intents", "UserNotifications", "OSLog",
]
let portedModules = portedNames.map { Target.Dependency.byName(name: $0) }

func testTargets() -> [Target] {
  inFolder(
    "Tests/firmware",
    [
      tests("AfterglowCore", ["AfterglowCore", "TestSupport"], settings: thoroughSettings),
      tests(
        "AfterglowRaster", ["AfterglowCore", "AfterglowRaster", "CCairo", "TestSupport"], settings: thoroughSettings),
      tests("AfterglowTimeline", ["AfterglowCore", "AfterglowTimeline"], settings: thoroughSettings),
      tests("AfterglowLight", ["AfterglowCore", "AfterglowLight", "TestSupport"], settings: thoroughSettings),
      tests(
        "AfterglowInput", ["AfterglowCore", "AfterglowInput", "AfterglowRaster", "TestSupport"],
        settings: thoroughSettings),
      tests(
        "AfterglowArchive",
        [
          "AfterglowCore", "AfterglowRaster", "AfterglowTimeline", "AfterglowLight", "AfterglowArchive", "TestSupport",
        ], settings: thoroughSettings),
      tests(
        "AfterglowEPaper",
        ["AfterglowCore", "AfterglowDevice", "AfterglowEPaper", "AfterglowPanelModels", "AfterglowVirtual"],
        settings: thoroughSettings),
      tests("AfterglowVirtual", ["AfterglowCore", "AfterglowDevice", "AfterglowVirtual", "TestSupport"]),
      tests(
        "AfterglowLinux", ["AfterglowCore", "AfterglowDevice", "AfterglowInput", "AfterglowLinux", "SocketSupport"]),
      tests(
        "AfterglowEngine",
        [
          "AfterglowCore", "AfterglowDevice", "AfterglowInput", "AfterglowRaster", "AfterglowTimeline",
          "AfterglowLight", "AfterglowArchive",
          "AfterglowVirtual", "AfterglowEngine", "TestSupport",
        ], settings: thoroughSettings),
      // The firmware on real kernel drivers in machines that are booted for it; only with AFTERGLOW_HIL=1 (`make hil`).
      tests("Hardware", ["AfterglowCore", "AfterglowPictures"]),
      // The firmware program's own parts, from inside.
      .testTarget(
        name: "RendererTests",
        dependencies: [
          "afterglow-renderer", "AfterglowArchive", "AfterglowCore", "AfterglowDevice", "AfterglowInput",
          "AfterglowLight", "AfterglowLinux", "SocketSupport",
        ], swiftSettings: quickSettings),
    ])
    + inFolder(
      "Tests/widgets",
      [
        tests(
          "AfterglowTypesetting",
          ["AfterglowCore", "AfterglowRaster", "AfterglowTimeline", "AfterglowTypesetting", "CCairo", "TestSupport"]),
        tests("AfterglowPublishers", ["AfterglowPublishers"]),
        tests(
          "Afterglow",
          [
            "Afterglow", "AfterglowCharts", "AfterglowCompiler", "AfterglowCore", "AfterglowArchive", "AfterglowEngine",
            "AfterglowPictures", "AfterglowPorting",
            "AfterglowTimeline", "AfterglowTypesetting", "AfterglowRaster", "AfterglowViews", "CSymbols", "Idioms",
            "OSLog", "PixelSupport", "TestSupport",
          ]),
        // Without the name for widgets: what imports it is compiled again when charts change.
        tests("AfterglowCharts", ["AfterglowArchive", "AfterglowCharts", "AfterglowCompiler", "AfterglowViews"]),
        tests(
          "AfterglowPictures", ["AfterglowCore", "AfterglowPictures", "TestSupport", "CJPEG", "CPNG", "picture-probe"]),
      ])
    + inFolder(
      "Tests/author",
      [
        tests(
          "AfterglowSources", ["AfterglowDocuments", "AfterglowErrors", "AfterglowSources", "TestSupport"]),
        tests("AfterglowServer", ["AfterglowServer", "SocketSupport"]),
        tests(
          "AfterglowStudio",
          [
            "AfterglowArchive", "AfterglowCore", "AfterglowEngine", "AfterglowGuide", "AfterglowKit",
            "AfterglowPreview",
            "AfterglowServer", "AfterglowStudio", "AfterglowVirtual", "PixelSupport", "SocketSupport", "TestSupport",
          ]),
        tests(
          "AfterglowDaemon",
          [
            "Afterglow", "AfterglowArchive", "AfterglowBoards", "AfterglowCompiler", "AfterglowCore", "AfterglowDaemon",
            "AfterglowDevice", "AfterglowEngine", "AfterglowFetch", "AfterglowKit", "AfterglowLinux",
            "AfterglowPreview", "AfterglowServer", "AfterglowSources", "AfterglowTimeline", "SocketSupport",
            "TestSupport",
            .product(name: "Logging", package: "swift-log"),
          ]),
        .testTarget(
          name: "PageTests", dependencies: ["AfterglowCore", "AfterglowKit", "AfterglowTimeline", "AfterglowPreview"],
          exclude: ["Goldens"], swiftSettings: quickSettings),
        tests(
          "AfterglowFetch",
          ["AfterglowDocuments", "AfterglowFetch", "AfterglowSources", "SocketSupport", "TestSupport"]),
        tests(
          "AfterglowWidgets",
          [
            "AfterglowDocuments", "AfterglowSources", "Afterglow", "AfterglowCompiler", "AfterglowWidgets",
            "AfterglowBoards", "AfterglowArchive", "AfterglowLight", "AfterglowCore", "AfterglowEngine",
            "AfterglowRaster",
            "AfterglowTimeline", "AfterglowViews", "CICal", "PixelSupport", "TestSupport",
          ]),
        tests("AfterglowDocuments", ["AfterglowDocuments", "TestSupport"]),
        tests("AfterglowPrograms", ["AfterglowPrograms", "CChild"]),
        tests(
          "AfterglowBoards",
          [
            "AfterglowDocuments", "AfterglowSources", "Afterglow", "AfterglowCompiler", "AfterglowWidgets",
            "AfterglowBoards", "AfterglowArchive", "AfterglowLight", "AfterglowCore", "AfterglowEngine",
            "AfterglowInput", "AfterglowRaster", "AfterglowViews", "TestSupport",
          ]),
        tests(
          "AfterglowPanelModels", ["AfterglowCore", "AfterglowPanelModels", "TestSupport"], settings: thoroughSettings),
        tests(
          "AfterglowInk", ["AfterglowCore", "AfterglowInk", "AfterglowPictures", "TestSupport"],
          settings: thoroughSettings),
      ])
    + inFolder(
      "Tests/tools",
      [
        // The command line's own parts, from inside, and the findings of `check`.
        .testTarget(
          name: "CommandTests",
          dependencies: [
            "Afterglow", "AfterglowArchive", "AfterglowCompiler", "afterglow-command", "AfterglowBoards",
            "AfterglowCore", "AfterglowDaemon",
            "AfterglowDevice", "AfterglowEngine", "AfterglowLinux", "AfterglowPanelModels",
            "AfterglowGuide", "AfterglowInput", "AfterglowKit", "AfterglowLight", "AfterglowPreview", "AfterglowServer",
            "AfterglowSources", "AfterglowVirtual", "PixelSupport", "SocketSupport", "TestSupport",
          ], swiftSettings: quickSettings),
        // The whole product from outside: both programs, golden frames, the house rules.
        .testTarget(
          name: "SystemTests",
          dependencies: [
            "AfterglowCore", "AfterglowDevice", "AfterglowLight", "AfterglowTimeline", "AfterglowArchive",
            "AfterglowEngine", "AfterglowInput", "AfterglowLinux", "Afterglow", "AfterglowCompiler", "AfterglowWidgets",
            "AfterglowBoards",
            "AfterglowSources", "AfterglowFetch", "AfterglowPictures", "AfterglowPanelModels", "AfterglowVirtual",
            "PixelSupport", "SocketSupport", "TestSupport",
          ], swiftSettings: quickSettings),
      ])
    + supportTargets() + sharedNamePrograms()
}

/// What tests share, and programs that they start.
func supportTargets() -> [Target] {
  [
    .systemLibrary(
      name: "CCairo", path: "Tests/support/CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]
    ),
    // Rules of recurrence are compared with it.
    .systemLibrary(
      name: "CICal", path: "Tests/support/CICal", pkgConfig: "libical", providers: [.apt(["libical-dev"])]
    ),
    // Decodes one picture and prints how much memory that took, in a process of its own.
    .executableTarget(
      name: "picture-probe", dependencies: ["AfterglowCore", "AfterglowPictures"], path: "Tests/support/PictureProbe"),
    .executableTarget(
      name: "hil-panel", dependencies: ["AfterglowCore", "AfterglowPanelModels"], path: "Tests/support/HardwareModel"),
    // Golden pictures before and after, on one sheet (`make golden`).
    .executableTarget(
      name: "golden-sheet", dependencies: ["AfterglowCore", "AfterglowPictures", "CCairo"],
      path: "Tests/support/GoldenSheet"),
    // Random numbers that are the same in each run, pictures in characters, folders for files, pages that are made from the
    // code, and parts of the repository's text.
    .target(name: "TestSupport", path: "Tests/support/TestSupport"),
    // Frames that tests draw themselves, and what tests look at pixel by pixel.
    .target(
      name: "PixelSupport",
      dependencies: [
        "AfterglowArchive", "AfterglowCompiler", "AfterglowCore", "AfterglowDevice", "AfterglowEngine",
        "AfterglowGeometry", "AfterglowLight", "AfterglowPictures", "AfterglowRaster", "AfterglowVirtual",
        "TestSupport",
      ],
      path: "Tests/support/PixelSupport"),
    // Packets that no program of ours sends.
    .target(name: "SocketSupport", path: "Tests/support/SocketSupport"),
    // A widget that is a program of its own.
    .executableTarget(name: "sample-widget", dependencies: ["Afterglow"], path: "Tests/support/SampleWidget"),
    // Widgets as they were written for iOS: of each package one program.
    .executableTarget(name: "ported-commute", dependencies: portedModules, path: "Tests/support/Ported/Commute"),
    .executableTarget(
      name: "ported-vitality", dependencies: portedModules, path: "Tests/support/Ported/Vitality",
      // As it was written: with variables that threads share.
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "ported-pantry", dependencies: portedModules, path: "Tests/support/Ported/Pantry"),
    // In three languages. Tests lay its resources next to the program, as `afterglow widgets add` does.
    .executableTarget(
      name: "ported-harbour", dependencies: portedModules, path: "Tests/support/Ported/Harbour", exclude: ["Resources"]),
    .executableTarget(
      name: "ported-ferry", dependencies: portedModules, path: "Tests/support/Ported/Ferry",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // What authors of widgets write for WidgetKit: it must compile with what a package of theirs sees. Nothing of it is run.
    .target(name: "Idioms", dependencies: ["Afterglow"], path: "Tests/support/Idioms", packageAccess: false),
    // Drives real devices one by one, in the hardware rig or on a board.
    .executableTarget(
      name: "device-probe",
      dependencies: ["AfterglowCore", "AfterglowDevice", "AfterglowEPaper", "AfterglowInput", "AfterglowLinux"],
      path: "Tests/support/DeviceProbe"),
  ]
}

/// Widgets that import the shared names. `make quick ROOM=os` and `make test-package` build them.
func sharedNamePrograms() -> [Target] {
  guard hasSharedNames else { return [] }
  return [
    .executableTarget(
      name: "ported-lighthouse", dependencies: portedModules + ["os", "Combine"],
      path: "Tests/support/Ported/Lighthouse",
      swiftSettings: [.swiftLanguageMode(.v5)])
  ]
}

func allTargets() -> [Target] { firmwareWing() + widgetsWing() + authorWing() + toolsWing() + testTargets() }

/// Of `targets`, the named ones and all that they depend on.
func closure(of names: [String], in targets: [Target]) -> [Target] {
  var reached: Set<String> = []
  var waiting = names
  while let name = waiting.popLast() {
    guard let target = targets.first(where: { $0.name == name }), reached.insert(name).inserted else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { waiting.append(dependency) }
  }
  return targets.filter { reached.contains($0.name) }
}

/// SwiftPM compiles a target again when the module of a dependency has changed. A private property changes the layout of
/// a type, but not the module of a target in between, so that targets which reach the type only through that one kept the
/// old layout (swift-package-manager#10502). Here each target names all that it reaches.
///
/// Macros are left to those that declare them: what names a macro itself is built a second time, for the compiler's machine.
func namingAllReached(_ targets: [Target]) -> [Target] {
  for target in targets {
    let named = Set(
      [target.name] + target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } })
    let reached = closure(of: [target.name], in: targets).filter { $0.type != .macro }
    target.dependencies += reached.map(\.name).filter { !named.contains($0) }
      .map { .byName(name: $0) }
  }
  return targets
}

/// AfterglowViews alone declares that `UserDefaults` is sendable, which Foundation on Linux states to be unavailable: a warning that
/// has no other form and no group.
let lenient: Set<String> = ["AfterglowViews"]

func strict(_ targets: [Target]) -> [Target] {
  for target in targets where isStrict && [.regular, .executable, .test, .macro].contains(target.type) {
    if lenient.contains(target.name) { continue }
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
  return targets
}

func usesPackages(_ target: Target) -> Bool {
  target.dependencies.contains { if case .productItem = $0 { true } else { false } }
}

/// Package.resolved is not committed, so each range is one minor version: it admits corrections and nothing new.
/// The target cannot have the program's name: it would differ from the library's only by case, which the file systems of
/// Macs do not distinguish.
let commandProduct = Product.executable(name: "afterglow", targets: ["afterglow-command"])

let packages: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
  .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2")),
  .package(url: "https://github.com/jpsim/Yams", .upToNextMinor(from: "6.2.2")),
]

let package: Package
if isEmbedded {
  package = Package(
    name: "Afterglow",
    products: [
      .executable(name: "afterglow-renderer", targets: ["afterglow-renderer"]),
      .executable(name: "lockdown-probe", targets: ["lockdown-probe"]),
    ],
    targets: strict(namingAllReached(firmwareWing())))
} else if let names = Context.environment["AFTERGLOW_TARGETS"] {
  let targets = closure(
    of: names.split(separator: " ").map(String.init), in: allTargets())
  package = Package(
    name: "Afterglow",
    // Of other programs, the product has the name of the target.
    products: targets.contains { $0.name == "afterglow-command" } ? [commandProduct] : [],
    dependencies: targets.contains(where: usesPackages) ? packages : [],
    targets: strict(namingAllReached(targets)))
} else {
  package = Package(
    name: "Afterglow",
    products: [
      .library(name: "Afterglow", targets: ["Afterglow"]),
      .library(name: "WidgetKit", targets: portedNames + (hasSharedNames ? ["os", "Combine"] : [])),
      commandProduct,
      .executable(name: "afterglow-renderer", targets: ["afterglow-renderer"]),
      .executable(name: "afterglow-bench", targets: ["afterglow-bench"]),
    ],
    dependencies: packages,
    targets: strict(namingAllReached(allTargets())))
}
