// As SwiftUI does: a widget's file has dates, URLs and formats without another import.
@_exported import Foundation
