/// A placeholder for the number in the plural of a type's name.
public enum CountPlaceholder: Sendable { case int, uint, float, double, object }
