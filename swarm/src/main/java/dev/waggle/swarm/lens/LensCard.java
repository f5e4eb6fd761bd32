package dev.waggle.swarm.lens;

import java.util.EnumSet;
import java.util.Set;

import dev.waggle.swarm.lens.runner.MathAnalysis;

/**
 * What a lens is, on one card. The table of docs/lenses.md and {@code waggle lens} are made of these.
 *
 * @param name one word or several with hyphens, unique in the list, for example {@code mutual-information}
 * @param field the name under which {@link MathAnalysis} shows it, for example {@code redundancy}
 * @param question what it answers, as a question that people ask
 * @param feed which numbers of a round it is fed with
 * @param headline what its one number is
 * @param unit of the headline: bits, nats, share, count ...
 * @param range of the headline, for example {@code 0..1}
 * @param formula the headline's, in plain text
 * @param source author and year of the method
 * @param findings the kinds of findings that it can give; none when it is reading only
 * @param meaning what its findings mean and when it gives them, for people; for one without findings, what its reading
 *        is good for
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
