package dev.waggle.swarm.lens;

import java.util.EnumSet;
import java.util.Set;

import dev.waggle.swarm.lens.analysis.MathAnalysis;

/**
 * Description of a lens. The table of docs/lenses.md and {@code waggle lens} are generated from these.
 *
 * @param name one or several words with hyphens, unique in the list, for example {@code mutual-information}
 * @param field the name under which {@link MathAnalysis} shows it, for example {@code redundancy}
 * @param question the question that it answers, in the words of its users
 * @param feed the numbers of a round that feed it
 * @param headline the meaning of its main number
 * @param unit of the headline: bits, nats, share, count ...
 * @param range of the headline, for example {@code 0..1}
 * @param formula the headline's, in plain text
 * @param source author and year of the method
 * @param findings the kinds of findings that it can give; none for a lens with readings only
 * @param meaning the meaning and conditions of its findings, for people; for a lens without findings, the use of its
 *        reading
 * @param needs the least data of a reading, in words behind "needs", for example {@code votes of two agents}
 */
public record LensCard(String name, String field, String question, String feed, String headline, String unit,
        String range, String formula, String source, Set<Finding.Kind> findings, String meaning, String needs) {

    /** Keys beside the fields of lenses in the JSON of an analysis. */
    private static final Set<String> RESERVED_FIELDS = Set.of("stoppingReason", "withheldStop", "absent");

    public LensCard {
        if (!name.matches("[a-z]+(-[a-z]+)*")) {
            throw new IllegalArgumentException(
                    "the name of a lens must be lower-case words with hyphens, got \"" + name + "\"");
        }
        if (RESERVED_FIELDS.contains(field)) {
            throw new IllegalArgumentException("the field of lens " + name + " must not be " + field
                    + ": an analysis uses that name itself");
        }
        findings = findings.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(findings));
    }

    /** Card of a lens that does not state the least data of a reading. */
    public LensCard(String name, String field, String question, String feed, String headline, String unit,
            String range, String formula, String source, Set<Finding.Kind> findings, String meaning) {
        this(name, field, question, feed, headline, unit, range, formula, source, findings, meaning,
                "more votes or rounds");
    }

    /** Copy with the least data of a reading. */
    public LensCard withNeeds(String data) {
        return new LensCard(name, field, question, feed, headline, unit, range, formula, source, findings, meaning,
                data);
    }
}
