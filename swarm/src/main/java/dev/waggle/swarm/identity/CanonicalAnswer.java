package dev.waggle.swarm.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * An answer in canonical form for comparison: equal answers are one proposal.
 *
 * <p>Text is compared trimmed and without regard to case. Where a question has options, an answer that names an
 * option by its label ({@code B}, {@code (b)}), or else by its text, is that option. A set of things is compared
 * without regard to order and repetition.
 *
 * @param proposalId the id of the proposal that it is; equal for equal answers
 * @param content the answer for people
 */
public record CanonicalAnswer(String proposalId, String content) {

    /** Longest key; longer ones are cut and distinguished by a digest. */
    private static final int MAX_KEY = 120;

    private static final char DELETE = 0x7F;

    /** An answer in words; empty when there is nothing to read. */
    public static Optional<CanonicalAnswer> of(String text, List<String> options) {
        String trimmed = text.strip();
        if (trimmed.isEmpty()) {
            return Optional.empty();
        }
        Optional<CanonicalAnswer> byLabel = option(options, i -> label(i).equalsIgnoreCase(withoutBrackets(trimmed)));
        return byLabel.or(() -> option(options, i -> options.get(i).strip().equalsIgnoreCase(trimmed)))
                .or(() -> Optional.of(new CanonicalAnswer(id(trimmed), trimmed)));
    }

    /** A set of things, for example cards; empty when there is none. */
    public static Optional<CanonicalAnswer> ofSet(List<String> things) {
        TreeMap<String, String> sorted = new TreeMap<>();
        for (String thing : things) {
            if (!thing.isBlank()) {
                sorted.putIfAbsent(fold(thing), thing.strip());
            }
        }
        if (sorted.isEmpty()) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>(sorted.values());
        return Optional.of(new CanonicalAnswer(id(String.join(" ", sorted.keySet())), String.join(" ", names)));
    }

    /** The label of an option: A to Z, then 27, 28 and so on. */
    public static String label(int index) {
        return index < 26 ? String.valueOf((char) ('A' + index)) : String.valueOf(index + 1);
    }

    private static Optional<CanonicalAnswer> option(List<String> options, IntPredicate isIt) {
        return IntStream.range(0, options.size()).filter(isIt).mapToObj(
                i -> new CanonicalAnswer(id(label(i)), label(i) + ": " + options.get(i).strip())).findFirst();
    }

    private static String withoutBrackets(String text) {
        boolean bracketed = text.startsWith("(") && text.endsWith(")");
        return bracketed ? text.substring(1, text.length() - 1).strip() : text;
    }

    private static String id(String text) {
        String key = key(text);
        return "answer:" + (key.length() <= MAX_KEY ? key : key.substring(0, MAX_KEY) + '~' + digest(key));
    }

    /** The text as it is compared: trimmed, without regard to case. */
    public static String fold(String text) {
        return text.strip().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** Key for ids: the folded text, with runs of blanks and control characters as one blank. */
    public static String key(String text) {
        String folded = fold(text);
        StringBuilder key = new StringBuilder(folded.length());
        for (int i = 0; i < folded.length(); i++) {
            char unit = folded.charAt(i);
            if (unit > ' ' && unit != DELETE) {
                key.append(unit);
            } else if (key.isEmpty() || key.charAt(key.length() - 1) != ' ') {
                key.append(' ');
            }
        }
        return key.toString();
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
