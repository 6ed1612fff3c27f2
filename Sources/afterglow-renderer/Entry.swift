/// The entry point: the package manager links `main` to the name of the program.
@c(afterglow_renderer_main)
public func entry(_ argumentCount: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>?>) -> Int32 { 0 }
