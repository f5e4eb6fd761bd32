package dev.waggle.cli.models;

/**
 * Finding about one capability of a model.
 *
 * @param capability its name, for example {@code parallel tools}
 * @param outcome the outcome
 * @param fact a short sentence for people, without a key and without an address of the user
 */
public record CheckFinding(String capability, CheckOutcome outcome, String fact) {}
