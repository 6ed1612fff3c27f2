/// The version of Afterglow, which both programs print and send.
public enum AfterglowVersion {
  public static var number: StaticString { "0.1.0" }
}
