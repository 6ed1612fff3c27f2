import AfterglowCore
import AfterglowViews

/// An action of a scene, as far as its archive depends on it. What the author does for it is not known to the compiler, so that
/// it cannot be in an archive.
package struct SceneAction: Hashable, Sendable {
  /// The program that performs the action.
  package enum Performer: Hashable, Sendable {
    /// The author; without one the panel says that the action is unavailable.
    case author
    /// The firmware alone, which changes the light mode.
    case mode(ModeOverride)
    /// The firmware alone, which turns to another page.
    case page(PageTurn)
    /// The firmware alone, which sets the backlight.
    case brightness(BrightnessRequest)
  }

  package var name: String
  /// The values that content may pass.
  package var parameter: ActionParameter
  package var performer: Performer

  package init(name: String, parameter: ActionParameter, performer: Performer) {
    self.name = name
    self.parameter = parameter
    self.performer = performer
  }
}
