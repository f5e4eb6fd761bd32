package dev.waggle.cli.setup;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.SwarmSetup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Hostile configurations. One that is accepted can be written out and read again. One that is refused gets one line with
 * the file, the line number and a remedy. Nothing else is thrown.
 */
class HostileYamlTest {

    private static final String STARTER = StarterFile.of(SwarmSetup.defaults(), Optional.empty());
    private static final Pattern SETTING = Pattern.compile("(?m)^(\\s*(?:- )?)([A-Za-z]+):[ ]*([^#\\n]*)");

    /** Values of wrong types and of exotic notations, in place of each value in turn. */
    private static final List<String> VALUES = List.of("{}", "[]", "{a: b}", "[[1]]", "[{a: 1}]", "yes", "no", "on",
            "~",
            "null", "0x1F", "0o17", "017", "1:30:00", ".inf", "-.inf", ".nan", "1e309", "1e-400", "-1", "0", "1_000",
            "99999999999999999999999999", "9".repeat(1_500), "1e999999999", "0.1e999999999", "''", "\"\\0\"",
            "\"\\e[31mred\"", "\"\\ud83d\"", "\"\\u202e\"", "!!java.net.URL [\"http://127.0.0.1/\"]", "!!int x", "!x y",
            "&a b", "*a", "2026-01-01", "|\n  a\n  b", "? a", "- a", "${HOME}", "@file", "`x`", "%x", "\tx", "x: y: z",
            "\"open", "[open", "{open", "- ", "<<", "x".repeat(3_000));

    @Test
    void everyValueOfTheStarterFileIsReadOrNamed() {
        List<String> texts = new ArrayList<>();
        SETTING.matcher(STARTER).results().forEach(setting -> VALUES.forEach(value -> texts.add(
                STARTER.substring(0, setting.start(3)) + value + " " + STARTER.substring(setting.end(3)))));

        assertThat(texts).hasSizeGreaterThan(1_000).allSatisfy(HostileYamlTest::isReadOrNamed);
    }

    @Test
    void everyMisspelledKeyIsNamedWithTheRightOne() {
        // Without its id an agent is refused before its other keys are looked at.
        SETTING.matcher(STARTER).results().filter(setting -> !setting.group(2).equals("id")).forEach(setting -> {
            String key = setting.group(2);
            String text = STARTER.substring(0, setting.start(2)) + key + "x" + STARTER.substring(setting.end(2));
            long line = STARTER.substring(0, setting.start(2)).chars().filter(c -> c == '\n').count() + 1;

            assertThatExceptionOfType(UserException.class).as(key).isThrownBy(() -> SetupFile.parse("swarm.yaml", text))
                    .satisfies(refusal -> {
                        assertThat(refusal.getMessage()).startsWith("swarm.yaml:" + line + ": ").contains(key + "x");
                        assertThat(refusal.remedy()).contains("Maybe " + key + "?");
                    });
        });
    }

    @Test
    void aKeyThatStandsTwiceIsNamed() {
        SETTING.matcher(STARTER).results().filter(setting -> setting.group(1).isEmpty()).forEach(setting -> assertThat(
                refusal(STARTER + setting.group(2) + ": x\n"))
                .contains("\"" + setting.group(2) + "\" is there already"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nlimits: *c\n",
        "base: &b {maxRounds: 1}\nlimits: *b\n",
        "limits:\n  <<: {maxRounds: 1}\n", "!!java.util.HashMap {}\n", "limits: !!map {maxRounds: 1}\n",
        "%YAML 1.1\n---\nlimits: {}\n---\nx: y\n", "---\n...\n---\nlimits: {}\n", "1: 2\n", "null: 2\n", "[a]: 2\n",
        "{a: 1}: 2\n", "? [a, b]\n: 2\n", "true: 1\n", "\tlimits: 1\n", "limits:\n\tmaxRounds: 1\n", "\0", "a\0b: 1\n",
        "limits: \u0007\n", "\ufffe", "l\0i\0m\0i\0t\0s\0:\0 \0{\0}\0", "- a\n", "text\n", "", "# only\n", "---\n",
        "...\n",
        "{", "[", "\"", "'", "|", ">", "&", "*", "!", "%", "@", "`", "? ", "- - - -", ": ", "{a", "\u2028", "\ud800"})
    void whatIsNotPlainIsRefused(String text) {
        assertThat(refusal(text)).isNotEmpty();
    }

    @Test
    void aMarkOfTheByteOrderIsNotPartOfTheFirstKey() {
        assertThat(SetupFile.parse("swarm.yaml", "\ufefflimits:\n  maxRounds: 7\n").rules().limits().maxRounds())
                .isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "? ", "a:\n", "'", "&x "})
    void deepOrLongTextsAreRefusedWithoutOverflow(String part) {
        StringBuilder nested = new StringBuilder("limits: ");
        for (int i = 0; i < 100_000; i++) {
            nested.append(part);
        }

        assertThat(refusal(nested.toString())).hasSizeLessThan(2_000);
    }

    @Test
    void aLongTextInPlaceOfASectionIsNamedShortly() {
        assertThat(refusal("consensus: |\n" + "  threshold: null 0.7\n".repeat(40)))
                .startsWith("swarm.yaml:1: consensus: it must have keys").hasSizeLessThan(200);
    }

    @Test
    void randomEditsAreReadOrNamed() {
        tryEdits(20_261, 400);
    }

    @Test
    @Tag("long")
    void manyRandomEditsAreReadOrNamed() {
        for (int seed = 0; seed < 40; seed++) {
            tryEdits(seed, 2_500);
        }
    }

    private static void tryEdits(int seed, int count) {
        Random random = new Random(seed);
        String letters = " \t\n:-[]{}&*!|>'\"%@`#?,.~<\0\u0007\u001b\u00a0\u2028\ufeffaN019_";
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder(STARTER);
            for (int edit = random.nextInt(1, 6); edit > 0; edit--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.setCharAt(at, letters.charAt(random.nextInt(letters.length())));
                    case 1 -> text.insert(at, letters.charAt(random.nextInt(letters.length())));
                    case 2 -> text.delete(at, Math.min(text.length(), at + random.nextInt(1, 40)));
                    default -> text.insert(at, VALUES.get(random.nextInt(VALUES.size())));
                }
            }
            String tried = text.toString();
            assertThat(tried).as("seed %d, edit %d", seed, i).satisfies(HostileYamlTest::isReadOrNamed);
        }
    }

    /** Read, it says the same when it is written out and read again; otherwise it is named. */
    private static void isReadOrNamed(String text) {
        SwarmSetup setup;
        try {
            setup = SetupFile.parse("swarm.yaml", text);
        } catch (UserException refusal) {
            requireOneLine(refusal);
            return;
        }
        String written = StarterFile.of(setup, Optional.empty());
        assertThat(StarterFile.of(SetupFile.parse("swarm.yaml", written), Optional.empty())).isEqualTo(written);
    }

    private static String refusal(String text) {
        try {
            SetupFile.parse("swarm.yaml", text);
        } catch (UserException refusal) {
            requireOneLine(refusal);
            return String.valueOf(refusal.getMessage());
        }
        throw new AssertionError("accepted: " + text.substring(0, Math.min(200, text.length())));
    }

    private static void requireOneLine(UserException refusal) {
        assertThat(refusal.getMessage()).matches("(?s)swarm\\.yaml(:\\d+:)? .*")
                .doesNotContain("\n", "dev.waggle", "Exception").hasSizeLessThan(3_000);
        String ours = String.valueOf(refusal.getMessage()).replaceAll("(?s)\".*\"", "");
        assertThat(ours).doesNotContain("null ");
        assertThat(refusal.remedy()).isNotBlank().doesNotContain("\n").hasSizeLessThan(3_000);
    }
}
