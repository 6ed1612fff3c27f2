// Golden pictures that changed, on one sheet: name, before, after and difference.
//
// usage: golden-sheet BEFORE AFTER SHEET.png
//
// Compares the PNG files of two folders pixel by pixel. Writes the sheet and prints its path if any differ; otherwise
// reports that, and removes a sheet of an earlier run.
import AfterglowPictures
import Foundation

func stop(_ text: String) -> Never {
  FileHandle.standardError.write(Data("golden-sheet: \(text)\n".utf8))
  exit(1)
}

guard CommandLine.arguments.count == 4 else { stop("usage: golden-sheet BEFORE AFTER SHEET.png") }
let (before, after, sheet) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])
do {
  let changes = try GoldenChange.all(before: before, after: after)
  for change in changes { print("\(change.name): \(change.summary)") }
  if changes.isEmpty {
    try? FileManager.default.removeItem(atPath: sheet)
    print("no golden picture changed")
  } else {
    let picture = Sheet(changes).picture()
    try Data(PNG.encode(picture)).write(to: URL(fileURLWithPath: sheet))
    print("\(changes.count) golden pictures changed, before and after: \(sheet)")
  }
} catch {
  stop("\(error)")
}
