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
 */
public record LensCard(String name, String field, String question, String feed, String headline, String unit,
        String range, String formula, String source, Set<Finding.Kind> findings, String meaning) {

    public LensCard {
        if (!name.matches("[a-z]+(-[a-z]+)*")) {
            throw new IllegalArgumentException(
                    "the name of a lens must be lower-case words with hyphens, got \"" + name + "\"");
        }
        findings = findings.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(findings));
    }
}
