package dev.waggle.swarm.reaction.reply.word;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;

/**
 * Words for the three stances, in the languages that models answer in. A word counts in any case, without marks around
 * it, behind "I" and "strongly", and before a reservation. Anything else is no stance, because a vote is never guessed.
 */
public final class StanceWords {

    private static final Map<Stance, Set<String>> WORDS = Map.of(
            Stance.AGREE, Set.of("agree", "agrees", "agreed", "yes", "y", "support", "supports", "approve", "approves",
                    "approved", "accept", "accepts", "accepted", "for", "pro", "in favor", "in favour", "+1", "👍",
                    "true", "同意", "支持", "赞成", "贊成", "賛成", "dafür", "zustimmung", "a favor", "de acuerdo", "pour",
                    "за"),
            Stance.DISAGREE, Set.of("disagree", "disagrees", "disagreed", "no", "n", "oppose", "opposes", "opposed",
                    "reject", "rejects", "rejected", "against", "con", "do not agree", "don't agree",
                    "does not agree", "doesn't agree", "-1", "👎", "false", "不同意", "反对", "反對", "反対", "dagegen",
                    "ablehnung", "en contra", "contre", "против"),
            Stance.ABSTAIN, Set.of("abstain", "abstains", "abstained", "abstention", "neutral", "undecided",
                    "no opinion", "弃权", "棄権", "enthaltung"));

    private static final Pattern LEADING = Pattern.compile("^(?:i|strongly|-)\\s+");
    private static final Pattern RESERVATION = Pattern.compile("[\\s,;:(—–-]+(?:with|but)\\s");
    private static final Pattern SKIN = Pattern.compile("[\\x{1F3FB}-\\x{1F3FF}]");

    /** Words behind a reservation that take the stance back. */
    private static final Pattern TURNS = Pattern.compile("\\b(?:agree|disagree|abstain|support|oppose|approve|reject)");

    /** Longest text with a stance. */
    private static final int MAX_LENGTH = 200;

    private static final Map<String, Stance> STANCES = WORDS.entrySet().stream()
            .flatMap(entry -> entry.getValue().stream().map(word -> Map.entry(word, entry.getKey())))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private StanceWords() {}

    /** The stance, if the text is one. */
    public static Optional<Stance> of(String text) {
        if (text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String words = SKIN.matcher(NameKey.bare(text)).replaceAll("").replace('’', '\'');
        String[] parts = RESERVATION.split(words + ' ', 2);
        if (parts.length > 1 && TURNS.matcher(parts[1]).find()) {
            return Optional.empty();
        }
        String stance = NameKey.bare(parts[0]);
        while (LEADING.matcher(stance).find()) {
            stance = LEADING.matcher(stance).replaceFirst("");
        }
        return Optional.ofNullable(STANCES.get(NameKey.bare(stance)));
    }

    /** True if the text is the asked word for that stance. */
    public static boolean isAsked(String text, Stance stance) {
        return stance.name().equalsIgnoreCase(text.strip());
    }

    /** The asked words. */
    public static List<String> asked() {
        return Stream.of(Stance.values()).map(stance -> NameKey.plain(stance.name())).toList();
    }
}
