package dev.waggle.swarm.equivalence;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

/**
 * The rule on pairs of texts, half of them traps. It was shaped on the design pairs and on the first 200; the later pairs
 * and the held-back pairs only measure it.
 */
class TextEquivalenceTest {

    private static final List<String[]> SAME = pairs("same-pairs.txt");
    private static final List<String[]> TRAPS = pairs("trap-pairs.txt");

    @Test
    void neverMergesTextsThatDifferInMeaning() {
        assertThat(TRAPS).hasSize(100);
        assertThat(TRAPS.stream().filter(pair -> isSame(pair)).map(pair -> String.join(" || ", pair))).isEmpty();
    }

    @Test
    void readsATextThatEndsWithThePrepositionOfAnAgent() {
        String unfinished = "The cache is cleared by";
        assertThat(TextEquivalence.isSame(unfinished, unfinished)).isTrue();
    }

    @Test
    void mergesFourOfFiveParaphrases() {
        assertThat(SAME).hasSize(100);
        List<String[]> tuned = half(SAME, 0);
        List<String[]> held = half(SAME, 1);
        long ofTuned = tuned.stream().filter(pair -> isSame(pair)).count();
        long ofHeld = held.stream().filter(pair -> isSame(pair)).count();
        System.out.println("equal by rule: " + ofTuned + " of 50 tuned pairs, " + ofHeld + " of 50 other pairs");
        assertThat(ofTuned + ofHeld).isGreaterThanOrEqualTo(83);
    }

    @Test
    void holdsOnPairsThatWereWrittenAfterTheRule() {
        List<String[]> same = pairs("later-same-pairs.txt");
        long merged = same.stream().filter(pair -> isSame(pair)).count();
        System.out.println("equal by rule: " + merged + " of " + same.size() + " later pairs");
        assertThat(merged).isGreaterThanOrEqualTo(30);
        assertThat(pairs("later-trap-pairs.txt").stream().filter(pair -> isSame(pair))
                .map(pair -> String.join(" || ", pair))).isEmpty();
    }

    @Test
    void mergesMostPairsOfItsDesign() {
        assertThat(merged("design-same-pairs.txt")).isGreaterThanOrEqualTo(141);
    }

    /** The rule was never changed for one of these pairs; only their rate was read. */
    @Test
    void mergesMostPairsThatWereHeldBack() {
        assertThat(merged("held-same-pairs.txt")).isGreaterThanOrEqualTo(74);
    }

    /** Every second pair was read when its words were missed; the others only measured. */
    @Test
    void mergesMostPairsThatWereWrittenBlind() {
        assertThat(merged("blind-same-pairs.txt")).isGreaterThanOrEqualTo(59);
    }

    @ParameterizedTest
    @ValueSource(strings = {"design-trap-pairs.txt", "held-trap-pairs.txt", "blind-trap-pairs.txt",
        "sharp-trap-pairs.txt"})
    void neverMergesTrapsOfTheOtherPairs(String file) {
        assertThat(pairs(file).stream().filter(pair -> isSame(pair)).map(pair -> String.join(" || ", pair))).isEmpty();
    }

    @Test
    void isTransitiveSoThatTheOrderOfProposalsDoesNotMatter() {
        List<String> texts = new ArrayList<>(texts());
        for (String file : List.of("design-same-pairs.txt", "design-trap-pairs.txt", "held-same-pairs.txt",
                "held-trap-pairs.txt", "blind-same-pairs.txt", "blind-trap-pairs.txt", "sharp-trap-pairs.txt")) {
            pairs(file).forEach(pair -> texts.addAll(List.of(pair[pair.length - 2], pair[pair.length - 1])));
        }
        Map<String, List<String>> byKey = texts.stream().collect(Collectors.groupingBy(TextEquivalence::keyOf));
        for (List<String> alike : byKey.values()) {
            for (String one : alike) {
                List<String> same = alike.stream().filter(other -> TextEquivalence.isSame(one, other)).toList();
                for (String other : same) {
                    assertThat(alike.stream().filter(third -> TextEquivalence.isSame(other, third)).toList())
                            .as(one + " = " + other).isEqualTo(same);
                }
            }
        }
    }

    @Test
    void comparesTextsOfAMegabyteByTheirCharacters() {
        assertTimeout(Duration.ofSeconds(30), () -> {
            for (String part : List.of("use x of ", "- a\n", "1. a\n", "a, b, ", "1,111", "'", "because ", "\u202E",
                    "\u200B",
                    "\u00BD", "\u0410", "=", "#", "x=1 ", "yes ", "**", "turn ")) {
                String text = part.repeat(1_000_000 / part.length());
                assertThat(TextEquivalence.isSame(text, text)).isTrue();
                assertThat(TextEquivalence.isSame(text, text + " not")).isFalse();
                assertThat(MeaningGuard.difference(text, text + " 2")).isPresent();
            }
        });
    }

    @Test
    void isReflexiveAndSymmetric() {
        List<String> texts = texts();
        for (String text : texts) {
            assertThat(TextEquivalence.isSame(text, text)).as(text).isTrue();
        }
        for (String[] pair : SAME) {
            assertThat(TextEquivalence.isSame(pair[2], pair[1])).isEqualTo(TextEquivalence.isSame(pair[1], pair[2]));
        }
        Random chance = new Random(7);
        for (int i = 0; i < 300; i++) {
            String one = texts.get(chance.nextInt(texts.size()));
            String other = texts.get(chance.nextInt(texts.size()));
            assertThat(TextEquivalence.isSame(one, other)).isEqualTo(TextEquivalence.isSame(other, one));
        }
    }

    @Test
    void neverMergesPairsOfDifferentLines() {
        List<String> firstKeys = SAME.stream().map(pair -> TextEquivalence.keyOf(pair[1])).toList();
        List<String> secondKeys = SAME.stream().map(pair -> TextEquivalence.keyOf(pair[2])).toList();
        for (int i = 0; i < SAME.size(); i++) {
            for (int j = i + 1; j < SAME.size(); j++) {
                assertThat(firstKeys.get(i)).as(SAME.get(j)[2]).isNotEqualTo(secondKeys.get(j));
            }
        }
    }

    @Test
    void aNegationAnywhereMakesAnotherText() {
        for (String text : texts()) {
            String[] words = text.split(" ", -1);
            for (int at = 0; at <= words.length; at++) {
                List<String> changed = new ArrayList<>(List.of(words));
                changed.add(at, "not");
                assertThat(TextEquivalence.isSame(text, String.join(" ", changed))).as(changed.toString()).isFalse();
            }
        }
    }

    @Test
    void anotherDigitAnywhereMakesAnotherText() {
        for (String text : texts()) {
            for (int at = 0; at < text.length(); at++) {
                char digit = text.charAt(at);
                if (digit >= '0' && digit <= '9') {
                    char other = (char) ('0' + (digit - '0' + 1) % 10);
                    String changed = text.substring(0, at) + other + text.substring(at + 1);
                    assertThat(TextEquivalence.isSame(text, changed)).as(changed).isFalse();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Wir sollten Redis für die Sitzungen nutzen.|Wir sollten Redis für die Sitzungen nutzen!|true",
        "Wir sollten Redis für die Sitzungen nutzen.|Wir sollten Redis nicht für die Sitzungen nutzen.|false",
        "Il faut migrer la base avant lundi.|Il ne faut pas migrer la base avant lundi.|false",
        "Il faut migrer la base en 3 jours.|il faut migrer la base en 3 jours|true",
        "Se debe migrar la base el lunes.|No se debe migrar la base el lunes.|false",
        "使用 Redis 作为缓存。|使用 Redis 作为缓存|true", "使用 Redis 作为缓存。|不使用 Redis 作为缓存。|false",
        "保留三份备份。|保留五份备份。|false", "Die Frist endet am 3. Mai.|Die Frist endet am 4. Mai.|false"})
    void comparesOtherLanguagesByTheirCharacters(String one, String other, boolean same) {
        assertThat(TextEquivalence.isSame(one, other)).isEqualTo(same);
    }

    @Test
    void aCauseIsPartOfWhatIsTold() {
        assertThat(TextEquivalence.isSame("Use Go because it is fast.", "Use Go.")).isTrue();
        assertThat(TextEquivalence.isSame("It fails because of the disk.", "It fails because of the cache.")).isFalse();
        assertThat(TextEquivalence.isSame("Because of rust the pump broke.", "Because of heat the tap leaks."))
                .isFalse();
    }

    @Test
    void guardsForbidAMergeInOtherLanguagesToo() {
        assertThat(MeaningGuard.difference("Wir nutzen den Cache", "Wir nutzen den Cache nicht")).isPresent();
        assertThat(MeaningGuard.difference("On garde le cache", "On ne garde pas le cache")).isPresent();
        assertThat(MeaningGuard.difference("Usamos la caché", "Nunca usamos la caché")).isPresent();
        assertThat(MeaningGuard.difference("保留备份", "不保留备份")).isPresent();
        assertThat(MeaningGuard.difference("In zwei Wochen prüfen", "In drei Wochen prüfen")).isPresent();
        assertThat(MeaningGuard.difference("Shard by tenant", "Split the table for each tenant")).isEmpty();
    }

    @Test
    void comparesLongAndHostileTextsInBoundedTime() {
        assertTimeout(Duration.ofMinutes(2), () -> {
            for (String part : List.of("of ", "and a ", "not ", "be ", "in x ", "a, ", "if ", "1 ", "x-y-", "then x ",
                    "(((", "\u0000", "twenty ", "from to ", "- a\n", "1. a\n", "a, b, ", "turn x ", "the a of ",
                    "because it ", "i would ", "3 million ",
                    "x=1", "d'", "5 m", "2025/1/1 ", "\u00BD", "one half ", "up to 3 ")) {
                String text = part.repeat(10_000 / part.length());
                assertThat(TextEquivalence.isSame(text, text)).isTrue();
                assertThat(TextEquivalence.isSame(text, text + "not")).isFalse();
            }
        });
    }

    private static List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (List<String[]> pairs : List.of(SAME, TRAPS)) {
            pairs.forEach(pair -> texts.addAll(List.of(pair[pair.length - 2], pair[pair.length - 1])));
        }
        return texts;
    }

    static boolean isSame(String[] pair) {
        return TextEquivalence.isSame(pair[pair.length - 2], pair[pair.length - 1]);
    }

    private static long merged(String file) {
        List<String[]> pairs = pairs(file);
        long merged = pairs.stream().filter(pair -> isSame(pair)).count();
        System.out.println("equal by rule: " + merged + " of " + pairs.size() + " pairs of " + file);
        return merged;
    }

    private static List<String[]> half(List<String[]> pairs, int rest) {
        List<String[]> half = new ArrayList<>();
        for (int i = rest; i < pairs.size(); i += 2) {
            half.add(pairs.get(i));
        }
        return half;
    }

    private static List<String[]> pairs(String file) {
        try (InputStream text = Objects.requireNonNull(TextEquivalenceTest.class.getResourceAsStream(file))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("#")).map(line -> line.replace("\\n", "\n").split(" \\|\\| ", -1))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
