package dev.waggle.connect.llm.hostile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Models that echo secrets: in text, in thoughts and in calls, at once and character by character. */
class EchoedKeyTest {

    private static final String KEY = "sk-live-0123456789abcdefghij";
    private static final String OTHER_KEY = "other-9876543210-key";
    private static final String TEAM = "team+secret/42";
    private static final String LOGIN = "ann:hunter2hunter2";
    private static final String OF_TOOL = "t0ken-of-a-tool";

    private static final String ESCAPED = "\\u0073" + KEY.substring(1).replace("-", "\\u002d");

    private static final List<String> SECRETS = List.of(KEY, ESCAPED, OTHER_KEY, TEAM, "team%2Bsecret%2F42", LOGIN,
            "hunter2hunter2", Base64.getEncoder().encodeToString(LOGIN.getBytes(StandardCharsets.UTF_8)),
            OF_TOOL, KEY.substring(0, 16));

    @ParameterizedTest
    @EnumSource(names = "AZURE", mode = EnumSource.Mode.EXCLUDE)
    void noSecretOfTheProcessIsSeenAnywhere(WireFormatName format) throws Exception {
        for (int size : new int[] {1, 7, 1_000}) {
            String echo = "I know " + String.join(" and ", SECRETS) + "; also " + KEY;
            FakeAnswer answer = new FakeAnswer.Says(
                    new FakeAnswer.Content(pieces(echo, size), pieces("Hm, " + echo, size),
                            List.of(new FakeAnswer.Call("call_1", "look",
                                    "{\"" + KEY + "\": [\"" + echo + "\", \"\\u0073" + KEY.substring(1) + "\"]}"))),
                    new FakeAnswer.Usage(20, 500, 0), FakeAnswer.Finish.TOOL_CALLS, FakeAnswer.Pace.AT_ONCE);
            List<Signal> told = new CopyOnWriteArrayList<>();

            HarnessOutput output = ask(format, answer, told);

            assertClean(output.content() + output.toolCalls() + told, format + " in pieces of " + size);
            assertThat(output.content()).startsWith("I know (key) and (key)").endsWith("also (key)");
            assertThat(joined(told, "text:delta")).isEqualTo(output.content());
        }
    }

    /** A stream that breaks off in the middle of a key has shown no part of it. */
    @ParameterizedTest
    @EnumSource(names = "AZURE", mode = EnumSource.Mode.EXCLUDE)
    void aStreamThatBreaksOffInsideOfAKeyShowsNoPartOfIt(WireFormatName format) throws Exception {
        FakeAnswer.Says says = FakeAnswer.says("").inPieces("the key: ", KEY.substring(0, 20), KEY.substring(20));
        for (int after = 2; after < 9; after++) {
            List<Signal> told = new ArrayList<>();
            try {
                var _ = ask(format, new FakeAnswer.Fault.EndsEarly(says, after), told);
            } catch (HarnessException broken) {
                assertClean(broken.failure().message(), "message");
            }
            assertClean(told.toString(), format + " after " + after);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "AZURE", mode = EnumSource.Mode.EXCLUDE)
    void noErrorShowsASecret(WireFormatName format) throws Exception {
        for (int status : new int[] {400, 401, 404, 429, 500, 200}) {
            List<Signal> told = new ArrayList<>();
            try {
                var _ = ask(format,
                        new FakeAnswer.Fault.Answers(status, "text/plain", "bad " + String.join(" ", SECRETS),
                                Map.of()),
                        told);
                throw new AssertionError("answered");
            } catch (HarnessException refused) {
                assertClean(refused.failure().message() + told, "status " + status);
            }
        }
    }

    private static void assertClean(String seen, String place) {
        for (String secret : SECRETS) {
            assertThat(seen).as(place).doesNotContain(secret);
        }
    }

    private static HarnessOutput ask(WireFormatName format, FakeAnswer answer, List<Signal> told)
            throws HarnessException, InterruptedException {
        boolean responds = format == WireFormatName.OPENAI_RESPONSES;
        Map<String, String> environment = Map.of("LAB_KEY", KEY, "ANTHROPIC_API_KEY", OTHER_KEY, "TEAM", TEAM,
                "HTTPS_PROXY", "http://" + LOGIN + "@proxy:8080");
        try (FakeModels server = FakeModels.answering(_ -> answer);
                ModelCatalog catalog = ModelCatalog.of(environment, """
                        {"providers": {"lab": {"kind": "%s", "baseUrl": "%s", "keyEnv": "LAB_KEY",
                         "headers": {"X-Team": "${TEAM}"}%s}}}""".formatted(
                        responds ? "openai" : format.name().toLowerCase(Locale.ROOT), server.baseUrl(format),
                        responds ? ", \"api\": \"responses\"" : ""))) {
            return catalog.withSecrets(List.of("Bearer " + OF_TOOL)).harness("lab:fake-fast").run(
                    HarnessInput.of(List.of(Message.user("hello"))),
                    RunContext.of(RunContext.Caller.of("ann", 0), World.system(7), told::add));
        }
    }

    private static String joined(List<Signal> told, String type) {
        StringBuilder all = new StringBuilder();
        told.stream().filter(signal -> signal.type().text().equals(type)).forEach(signal -> {
            if (signal.payload() instanceof Payload.Open open
                    && open.data() instanceof JsonValue.Obj data
                    && data.fields().get("content") instanceof JsonValue.Str text) {
                all.append(text.value());
            }
        });
        return all.toString();
    }

    private static List<String> pieces(String text, int size) {
        List<String> pieces = new ArrayList<>();
        for (int at = 0; at < text.length(); at += size) {
            pieces.add(text.substring(at, Math.min(text.length(), at + size)));
        }
        return pieces;
    }
}
