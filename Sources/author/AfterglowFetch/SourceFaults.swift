import AfterglowErrors
import AfterglowSources
import Foundation

extension SecretFiles {
  /// Faults of a source that this machine shows before it is asked: secrets, a secret without an address, a program.
  ///
  /// - Parameter source: with paths that do not depend on a folder.
  /// - Returns: one sentence each, without anything secret.
  public func faults(of source: ContentSource) -> [String] {
    let secrets = source.secretNames.compactMap(problem)
    guard secrets.isEmpty else { return secrets }
    do throws(FetchFailure) {
      switch source.origin {
      case .web(let address): _ = try self.address(address)
      case .calendars(let account): _ = try self.address(account.address)
      case .command(let words): _ = try ProgramFile.find(words[0])
      case .none, .file, .push: break
      }
      return []
    } catch {
      return [error.description]
    }
  }

  /// The address that is asked, without its query.
  ///
  /// - Throws: `FetchFailure` for a secret that cannot be used, and for one that holds no address.
  func address(_ address: WebAddress) throws(FetchFailure) -> String {
    switch address.url {
    case .plain(let url):
      guard WebHost(url) != nil else { throw .badAddress("expected http:// or https:// and a host") }
      return url
    case .secret(let name):
      let url = try text(name)
      guard WebHost(url) != nil else {
        throw .badAddress("the secret \"\(name)\" holds no address, which begins with http:// or https:// and a host")
      }
      guard WebAddress.wrongPort(of: url) == nil else {
        throw .badAddress("the secret \"\(name)\" holds an address whose port is not from 1 to 65535")
      }
      guard WebAddress.wrongNumbers(of: url) == nil else {
        throw .badAddress("the secret \"\(name)\" holds an address of numbers that are not four from 0 to 255")
      }
      return url
    }
  }
}

/// Finds programs of sources.
enum ProgramFile {
  /// The program's path.
  ///
  /// - Parameter program: a path, or a name that is looked up in `PATH`.
  /// - Throws: `FetchFailure.program` with the reason why there is none that can be run.
  static func find(_ program: String) throws(FetchFailure) -> String {
    if program.contains("/") {
      if let fault = fault(of: program) { throw .program(fault, lastWords: "") }
      return program
    }
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let paths = folders.split(separator: ":").map { $0 + "/" + program }
    guard let path = paths.first(where: { fault(of: $0) == nil }) else {
      // One that is there says more than a list of folders.
      let reason = paths.filter { access($0, F_OK) == 0 }.compactMap { fault(of: $0) }.first
      let words = "the program \(program) is in no folder of PATH (\(folders))\(ProgramHint.of(program))"
      throw .program(reason ?? words, lastWords: "")
    }
    return path
  }

  /// Why a file is no program that this user can run; nil if it is one.
  private static func fault(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      return code == ENOENT
        ? "the program \(path) does not exist" + ProgramHint.of(path)
        : "the program \(path) cannot be run: \(ErrnoWords.sentence(code))"
    }
    if status.st_mode & S_IFMT == S_IFDIR { return "expected a program at \(path), found a folder" }
    guard access(path, X_OK) == 0 else {
      return "this user has no permission to run the program \(path): chmod +x \(path)"
    }
    return status.st_mode & S_IFMT == S_IFREG ? ScriptStart(path: path)?.fault : nil
  }
}
