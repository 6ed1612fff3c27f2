/// The rules of docs/rules.md that a machine can check in a scene, by their numbers.
enum GuideRule: Int, CaseIterable {
  case margins = 7
  case concentricCorners = 10
  case textSize = 12
  case writingInPictures = 15
  case magnifiedLayout = 19
  case piecesOfSmall = 21
  case density = 22
  case translucentInk = 36
  case colorAlone = 39
  case ownBackground = 43
  case farAway = 44
  case launcher = 49
  case disfavoredPlace = 51
  case elevated = 58
  case recessed = 59
  case legibility = 64
  case lastUpdated = 71
  case destination = 78
  case touch = 79
  case targetSize = 83
  case description = 87
  case brand = 94
  case addressedReader = 95
  case accessoryAmount = 100
}
