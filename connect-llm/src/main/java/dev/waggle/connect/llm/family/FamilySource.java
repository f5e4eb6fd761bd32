package dev.waggle.connect.llm.family;

/**
 * Source of facts.
 *
 * @param document its address or name
 * @param date its date, or the month of the look-up
 */
record FamilySource(String document, String date) {

    /** The source of a row in a models file that names none. */
    static final FamilySource MODELS_FILE = new FamilySource("models file", "-");

    /** The source of a fact that a provider's refusal taught. */
    static final FamilySource REFUSAL = new FamilySource("refusal by the provider", "this run");
}
