package dev.waggle.swarm.identity;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Places of ids of proposals in the sentences of verdicts, lenses and escalations. */
final class ProposalMention {

    /** Shorter ids are taken for words. */
    private static final int MIN_ID = 3;

    /** After an id: a mark that ends a sentence, but no further part of a longer id. */
    private static final String END = "(?![\\p{L}\\p{M}\\p{N}\\p{Pc}\\p{Cf}]|[\\p{Pd}\u2212:./][\\p{L}\\p{N}])";

    /** Words before and behind a proposal where a strategy or a lens names one. */
    private static final List<List<String>> PLACES = List.of(List.of("\\bon ", " (?:agrees|will)\\b"),
            List.of("posterior of ", " is "), List.of("agrees with ", " at "),
            List.of("probability that ", " is right"),
            List.of("% with ", " (?:ahead|no further)"), List.of("votes favour ", ","), List.of("mean belief ", " by "),
            List.of("proposal ", " rises "),
            List.of("\"", "\""));

    private ProposalMention() {}

    /** The pattern of these ids, at least one. */
    static Pattern of(List<String> ids) {
        return Pattern.compile(Stream.concat(
                either(ids.stream().filter(id -> !isWord(id)).toList()).map(any -> SignalNumbers.BEGINNING + any + END),
                either(ids.stream().filter(ProposalMention::isWord).toList()).flatMap(any -> PLACES.stream()
                        .map(place -> "(?<=" + place.getFirst() + ")" + any + "(?=" + place.getLast() + ")")))
                .collect(Collectors.joining("|")));
    }

    /** One of the ids, the longest that fits; empty without any. */
    private static Stream<String> either(List<String> ids) {
        return ids.isEmpty()
                ? Stream.empty()
                : Stream.of(ids.stream().sorted(Comparator.comparingInt(String::length).reversed()).map(Pattern::quote)
                        .collect(Collectors.joining("|", "(?:", ")")));
    }

    /** True if a sentence may hold the id by chance. */
    private static boolean isWord(String id) {
        return id.length() < MIN_ID || id.codePoints().allMatch(Character::isLetter);
    }
}
