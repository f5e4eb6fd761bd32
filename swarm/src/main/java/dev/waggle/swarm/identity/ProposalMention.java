package dev.waggle.swarm.identity;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Places of ids of proposals in the sentences of verdicts, lenses and escalations. */
final class ProposalMention {

    /** Shorter ids are taken for words. */
    private static final int MIN_ID = 3;

    /** After an id: a mark that ends a sentence, but no further part of a longer id. */
    private static final String END = "(?![\\p{L}\\p{M}\\p{N}\\p{Pc}\\p{Cf}]|[\\p{Pd}\u2212:./][\\p{L}\\p{N}])";

    /** Words of our sentences. An id that is one of them is taken for the word wherever it could be one. */
    private static final Set<String> WORDS = Set.of("""
            a about after against agree agrees ahead all among and are at average ballots be belief beliefs below but by can
            challenge challenged concentration confidence contradicts decide decided difference disagree disagrees does
            each energy entropy evidence expected fastest favour first for further has have heaviest if in is it its kind
            lead led leader least less level majority mean more most needed new no nobody none not nothing of on one only
            opinions or other others posterior probability probable proposal proposals ratio right rises rival round rounds
            said same share sides so stances stayed still strongest support than that the their them there threshold time to
            too two uncertainty until vetoed vote voted voter voters votes was weight weights what when which will with
            without would""".split("\\s+"));

    /** Words before and behind a proposal where a strategy, a lens or a conflict names one. */
    private static final List<List<String>> PLACES = List.of(List.of("\\bon ", " (?:agrees|will)\\b"),
            List.of("posterior of ", " is "), List.of("agrees with ", " at "),
            List.of("probability that ", " is right"),
            List.of("% with ", " (?:ahead|no further)"), List.of("votes favour ", ","), List.of("mean belief ", " by "),
            List.of("proposal ", " (?:rises|can) "), List.of("^", " led the votes"), List.of("^", " by "),
            List.of("contradicts ", " by "), List.of("\"", "\""));

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
        return id.length() < MIN_ID || WORDS.contains(id.toLowerCase(Locale.ROOT));
    }
}
