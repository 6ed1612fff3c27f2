// The API of widgets is one module to their authors, in whichever room it is declared.
@_exported import AfterglowGeometry
@_exported import AfterglowPublishers
@_exported import AfterglowTypesetting
// As SwiftUI does: a widget's file has dates, URLs and formats without another import.
@_exported import Foundation
