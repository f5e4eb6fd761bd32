package dev.waggle.journal.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.redaction.TextMatcher.SearchedText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.RedactionFact;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TextMatcherTest {

    private static final long SEED = 20_261_129;
    private static final String ALPHABET = "\\nu0\"/ aÄ\ud83d\udc1d\u2028";

    private static TextMatcher of(String... texts) {
        return new TextMatcher(List.of(texts).stream()
                .map(text -> new SearchedText(LenientText.trimmed(text), RedactionFact.MARK, false)).toList());
    }

    private static String replaced(TextMatcher matcher, String value) {
        return matcher.replaced(value, false, _ -> {
        });
    }

    @Test
    void replacesATextInsideOfAnother() {
        assertThat(replaced(of("the cache is cold"), "I say: the cache is cold, and so on"))
                .isEqualTo("I say: [redacted], and so on");
    }

    @Test
    void findsATextWhateverItsBlanksAndCase() {
        assertThat(replaced(of("The cache\nis  cold"), "> the CACHE is\tcold!")).isEqualTo("> [redacted]!");
    }

    @Test
    void findsATextAsJsonInStringsOfJson() {
        String text = "she said \"über\" and\nleft 🐝 \\ there";
        String value = text;
        for (int depth = 0; depth < 4; depth++) {
            assertThat(replaced(of(text), "before " + value + " after")).as("depth " + depth)
                    .isEqualTo("before [redacted] after");
            String json = JsonText.write(JsonValue.of(value));
            value = json.substring(1, json.length() - 1);
        }
        assertThat(replaced(of(text), "she said \\u0022\\u00fcber\\u0022 and\\u000aleft \\ud83d\\udc1d \\\\ there"))
                .isEqualTo("[redacted]");
    }

    @Test
    void leavesShortTextsInOtherWords() {
        TextMatcher yes = of("yes");

        assertThat(replaced(yes, "yesterday, yes")).isEqualTo("yesterday, yes");
        assertThat(replaced(yes, "yes")).isEqualTo("[redacted]");
        assertThat(replaced(yes, " YES\n")).isEqualTo(" [redacted]\n");
    }

    @Test
    void replacesShortTextsThatAreWholeValuesOfJsonInAString() {
        assertThat(replaced(of("yes"), "{\"reasoning\": \"yes\", \"more\":[\"yes\"], \"yes\": 1}"))
                .isEqualTo("{\"reasoning\": \"[redacted]\", \"more\":[\"[redacted]\"], \"yes\": 1}");
        assertThat(replaced(of("agree"), "{\"stance\":\"agree\",\"reasoning\":\"agree\"}"))
                .isEqualTo("{\"stance\":\"agree\",\"reasoning\":\"[redacted]\"}");
    }

    @Test
    void replacesTextsThatOverlapByOneMark() {
        assertThat(replaced(of("alpha beta gamma", "gamma delta epsilon"), "x alpha beta gamma delta epsilon y"))
                .isEqualTo("x [redacted] y");
    }

    @Test
    void replacesEachOccurrence() {
        assertThat(replaced(of("the cache is cold"), "the cache is cold the cache is cold"))
                .isEqualTo("[redacted] [redacted]");
    }

    @Test
    void findsTheBeginningOfALongTextWhereItIsCut() {
        String text = "The first words of a memory that is so long that somebody who quotes it cuts it off somewhere";
        String cut = text.substring(0, 70);

        assertThat(replaced(of(text), "quoted: " + cut + "…")).isEqualTo("quoted: [redacted]…");
        assertThat(replaced(of(text), "quoted: " + cut + "... and more")).isEqualTo("quoted: [redacted]... and more");
        assertThat(replaced(of(text), cut)).isEqualTo("[redacted]");
        assertThat(replaced(of(text), cut + ", another end")).isEqualTo(cut + ", another end");
    }

    @Test
    void keepsNamesOfOneWord() {
        TextMatcher matcher = of("orchestrator", "Maria Muster");

        assertThat(matcher.replaced("orchestrator", true, _ -> {
        })).isEqualTo("orchestrator");
        assertThat(matcher.replaced("Maria Muster", true, _ -> {
        })).isEqualTo("[redacted]");
        assertThat(replaced(matcher, "the orchestrator of")).isEqualTo("the [redacted] of");
    }

    @Test
    void findsManyTextsAtOnce() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            texts.add("memory " + random.nextLong() + " of many");
        }
        TextMatcher matcher = of(texts.toArray(String[]::new));
        StringBuilder all = new StringBuilder();
        texts.forEach(text -> all.append(text).append("; "));

        assertThat(replaced(matcher, all.toString()).replace("[redacted]; ", "")).as("seed " + SEED).isEmpty();
        assertThat(matcher.isIn("memory of none")).isFalse();
        assertThat(matcher.stands("a " + texts.getLast() + " b")).isTrue();
    }

    @Test
    void aTextThatRepeatsItselfCostsNoMoreThanItsLength() {
        String text = "a".repeat(100_000);

        assertThat(replaced(of(text + "b"), text.repeat(3) + "c")).hasSize(300_001);
        assertThat(replaced(of(text), text.repeat(3))).isEqualTo("[redacted]".repeat(3));
    }

    @Test
    void aTextIsAsItWasWhenNothingIsFound() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder value = new StringBuilder();
            for (int n = random.nextInt(40); n > 0; n--) {
                value.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            assertThat(replaced(of("not in there"), value.toString())).as("seed " + SEED).isEqualTo(value.toString());
            String text = "begin" + value + "the end";
            String json = JsonText.write(JsonValue.of(JsonText.write(JsonValue.of("x" + text + "y"))));
            assertThat(replaced(of(text), json)).as("seed " + SEED + ": " + json).isEqualTo("\"\\\"x[redacted]y\\\"\"");
        }
    }

    @Test
    void damagedBytesComeBackAsTheyWere() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            assertThat(LosslessText.encode(LosslessText.decode(bytes))).as("seed " + SEED).isEqualTo(bytes);
        }
    }
}
