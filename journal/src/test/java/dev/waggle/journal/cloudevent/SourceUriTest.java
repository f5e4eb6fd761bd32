package dev.waggle.journal.cloudevent;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.Source;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Sources as URNs: each is one by RFC 8141, and each comes back. */
class SourceUriTest {

    /** RFC 8141, section 2: assigned-name, with the characters of RFC 3986. */
    private static final Pattern URN = Pattern.compile(
            "urn:[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]:(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@]|%[0-9A-F]{2})"
                    + "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})*");

    private static final String ALPHABET = "aZ09-._~:/?#[]@!$&'()*+,;=%\"<>\\^`{|} \u00e4\u4e2d\u0301\u200b\ufffd";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            system                  | urn:waggle:system
            agent:ada               | urn:waggle:agent:ada
            agent:a d\u00e4%:#?=/  | urn:waggle:agent:a%20d%C3%A4%25%3A%23%3F%3D%2F
            webhook:                | urn:waggle:webhook
            webhook:ci              | urn:waggle:webhook:ci
            process:17              | urn:waggle:process:17
            harness::               | urn:waggle:harness
            harness:claude:         | urn:waggle:harness:claude
            harness::ada            | urn:waggle:harness::ada
            harness:claude:ada      | urn:waggle:harness:claude:ada
            name:urn:waggle:agent:x | urn:waggle:name:urn%3Awaggle%3Aagent%3Ax
            name:https://a.org/x?y  | https://a.org/x?y
            none                    | urn:waggle:none
            """)
    void writesEachKind(String source, String uri) {
        assertThat(SourceUri.write(source(source))).isEqualTo(uri);
        assertThat(read(uri)).isEqualTo(source(source));
    }

    @Test
    void everySourceIsAUrnOrAForeignUriAndComesBack() {
        for (long seed = 0; seed < 5_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            for (Source source : List.of(new Source.Agent(name(random)), new Source.Webhook(name(random)),
                    new Source.Process(name(random)), new Source.Named(name(random)),
                    new Source.Harness(name(random), name(random)), new Source.Harness(null, name(random)),
                    new Source.Harness(name(random), null))) {
                String uri = SourceUri.write(source);

                assertThat(read(uri)).as("seed %d, %s", seed, uri).isEqualTo(source);
                if (!(source instanceof Source.Named)) {
                    assertThat(uri).as("seed %d", seed).matches(URN);
                }
                assertThat(URI.create(uri).toASCIIString()).as("seed %d", seed).isEqualTo(uri);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            urn:system                       | system
            urn:none                         | none
            urn:agent:a%20d%C3%A4            | agent:a d\u00e4
            urn:webhook                      | webhook:
            urn:process:17                   | process:17
            urn:harness:claude?agent=ada%3A1 | harness:claude:ada:1
            urn:harness?agent=ada            | harness::ada
            urn:harness                      | harness::
            urn:name:x%2By+z                 | name:x+y+z
            URN:Waggle:agent:Ada             | agent:Ada
            """)
    void readsTheEarlierFormAndAnyCaseOfTheNamespace(String uri, String source) {
        assertThat(read(uri)).isEqualTo(source(source));
    }

    @ParameterizedTest
    @CsvSource({"urn:waggle:agent", "urn:waggle:agent:", "urn:waggle:elf:ada", "urn:waggle:system:x",
        "urn:waggle:agent:a:b", "urn:waggle:agent:a?+r", "urn:waggle:agent:a#f", "urn:waggle:agent:%zz",
        "urn:waggle:agent:%F", "urn:waggle:agent:%FF", "urn:waggle:harness:a:b:c", "urn:waggle:", "urn:waggle:name",
        "urn:isbn:0451450523", "urn:agent:%FF", "URN://x"})
    void anyOtherUriIsANameAndComesBack(String uri) {
        assertThat(read(uri)).isEqualTo(Source.named(uri));
        assertThat(read(SourceUri.write(Source.named(uri)))).isEqualTo(Source.named(uri));
    }

    /** A kind, and behind its colon an id; of a harness its name, and behind the next colon its agent. */
    private static Source source(String text) {
        String[] parts = text.split(":", 2);
        String id = parts.length < 2 || parts[1].isEmpty() ? null : parts[1];
        return switch (parts[0]) {
            case "system" -> new Source.System();
            case "none" -> new Source.None();
            case "agent" -> new Source.Agent(parts[1]);
            case "webhook" -> new Source.Webhook(id);
            case "process" -> new Source.Process(id);
            case "name" -> new Source.Named(parts[1]);
            default -> {
                String[] both = parts[1].split(":", 2);
                yield new Source.Harness(both[1].isEmpty() ? null : both[1], both[0].isEmpty() ? null : both[0]);
            }
        };
    }

    private static Source read(String uri) {
        JsonValue signal = JsonText.read("{\"id\":\"s\",\"type\":\"a\",\"createdAt\":1,\"source\":"
                + JsonText.write(SourceUri.read(uri)) + "}");
        return SignalCodec.decode(signal).source();
    }

    private static String name(SplittableRandom random) {
        List<String> letters = new ArrayList<>(List.of(random.nextBoolean() ? "x" : ":"));
        for (int i = random.nextInt(12); i > 0; i--) {
            letters.add(random.nextInt(8) == 0
                    ? "\ud83d\udc1d"
                    : String.valueOf(ALPHABET.charAt(random.nextInt(ALPHABET.length()))));
        }
        return String.join("", letters);
    }
}
