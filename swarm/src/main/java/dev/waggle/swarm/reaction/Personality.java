package dev.waggle.swarm.reaction;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.SignalType;

/**
 * Reaction traits of an agent. Each trait is a number between 0 and 1.
 *
 * @param curiosity at most 0.3: discoveries of others call for no reaction
 * @param caution above 0.7: signals with a confidence below 0.4 call for no reaction
 * @param conformity at least 0.8: doubts and challenges call for no reaction
 * @param verbosity length of its texts; it shapes the words, not the filter
 */
public record Personality(double curiosity, double caution, double conformity, double verbosity) {

    public static final Personality BALANCED = new Personality(0.5, 0.5, 0.5, 0.5);
    public static final Personality ANALYTICAL = new Personality(0.8, 0.6, 0.4, 0.5);
    public static final Personality CREATIVE = new Personality(0.9, 0.2, 0.2, 0.7);
    public static final Personality CRITICAL = new Personality(0.6, 0.9, 0.3, 0.6);
    public static final Personality SUPPORTIVE = new Personality(0.4, 0.3, 0.8, 0.4);
    public static final Personality BOLD = new Personality(0.7, 0.1, 0.2, 0.8);
    public static final Personality CAUTIOUS = new Personality(0.3, 0.9, 0.7, 0.3);

    /** Conformity from which on objections call for no reaction. */
    static final double CONFORMING = 0.8;

    /** Curiosity up to which discoveries call for no reaction. */
    static final double INCURIOUS = 0.3;

    /** Traits from here on count as high in words. */
    private static final double HIGH = 0.65;

    /** Traits up to here count as low in words. */
    private static final double LOW = 0.35;

    /** The smallest difference between two traits that people write. */
    private static final double STEP = 0.01;

    public Personality {
        unit("curiosity", curiosity);
        unit("caution", caution);
        unit("conformity", conformity);
        unit("verbosity", verbosity);
    }

    /**
     * The nearest personality for which signals of these types, with a confidence of at least 0.4, call for a
     * reaction. A trait that blocks one of them moves by the least number of hundredths; the others stay.
     */
    public Personality adjustedToHear(Set<SignalType> types) {
        boolean discoveries = types.contains(SignalType.DISCOVERY);
        boolean objections = types.contains(SignalType.CHALLENGE) || types.contains(SignalType.DOUBT);
        return new Personality(discoveries ? Math.max(curiosity, INCURIOUS + STEP) : curiosity, caution,
                objections ? Math.min(conformity, CONFORMING - STEP) : conformity, verbosity);
    }

    /** One sentence for each trait that is high or low, for a prompt; empty when none is. */
    public String inWords() {
        return Stream.of(
                sentence(curiosity, "You look for what nobody has looked at yet.",
                        "You keep to what matters for the question."),
                sentence(caution, "You say only what you can support.",
                        "You take risks and say what others would not."),
                sentence(conformity, "You look for common ground.",
                        "You do not follow the majority without reasons of your own."),
                sentence(verbosity, "You explain yourself at length.", "You use few words."))
                .filter(sentence -> !sentence.isEmpty()).collect(Collectors.joining(" "));
    }

    private static String sentence(double trait, String high, String low) {
        return trait >= HIGH ? high : trait <= LOW ? low : "";
    }

    private static void unit(String trait, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(trait + " must be between 0 and 1, got " + value);
        }
    }
}
