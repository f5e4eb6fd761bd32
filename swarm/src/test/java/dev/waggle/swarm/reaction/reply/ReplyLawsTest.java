package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.reaction.reply.text.WorkCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Laws of the reader of replies, over seeded random replies. */
class ReplyLawsTest {

    private static final int CASES = 400;

    private static final String[] PIECES = {"\"", "\\", "'", "{", "}", "[", "]", ":", ",", "//", "/*", "#", "\n", "\t",
        "```", "</think>", "<think>", "...", "&quot;", "\u2028", "“", "”", "final", "{\"signals\":[]}", "a", "b ",
        "0.8", "，", "\uD83D\uDE80", "\u200B", "\\n", "\"}", "\"]", "\", \"x\": ", "true", "<!--", "|"};

    private static final String[][] AROUND = {{"", ""}, {"Sure! Here it is:\n", "\nI hope it helps."},
        {"```json\n", "\n```"}, {"\uFEFF```\r\n", "\r\n```\r\n"}, {"<think>a {draft} \"x\"</think>", ""},
        {"{\"response\":", "}"}, {"{\"name\":\"reply\",\"arguments\":", "}"}, {"reply(", ")"}, {"Reply: ", "."},
        {"<tool_call>{\"name\": \"reply\", \"arguments\": ", "}</tool_call>"}, {"See [1] and {a, b}. ", " ok"},
        {"<|channel|>analysis<|message|>no<|end|><|start|>assistant<|channel|>final<|message|>", "<|return|>"},
        {"const reply = ", ";\nconsole.log(reply);"}};

    private final ReplyScene scene = new ReplyScene();

    @Test
    void aValidReplyIsReadAsItStandsWhateverIsAroundIt() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            List<String> texts = Stream.generate(() -> text(random)).limit(1 + random.nextInt(4)).distinct().toList();
            String json = JsonLine.of(reply(texts, random));
            String[] around = AROUND[random.nextInt(AROUND.length)];

            ModelReply read = scene.parser().read(around[0] + json + around[1]);

            assertThat(read.drafts().stream().map(Draft::payload).map(payload -> ((Payload.Discovery) payload)
                    .finding())).as("seed %d: %s", seed, json).containsExactlyElementsOf(texts);
            assertThat(read.faults()).as("seed %d: %s", seed, json).isEmpty();
        }
    }

    @Test
    void aValidReplyWithoutAnythingAroundItIsNotMended() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            List<String> texts = Stream.generate(() -> text(random)).limit(3).distinct().toList();

            assertThat(scene.parser().read(JsonLine.of(reply(texts, random))).mends()).as("seed %d", seed).isEmpty();
        }
    }

    private static JsonValue.Obj reply(List<String> texts, Random random) {
        List<JsonValue> items = new ArrayList<>();
        for (String text : texts) {
            JsonObjectBuilder item = new JsonObjectBuilder().with("type", "discovery").with("confidence", 0.8);
            if (random.nextBoolean()) {
                item.with("x" + text(random), text(random));
            }
            items.add(item.with("content", text).json());
        }
        return new JsonObjectBuilder().with("signals", JsonValue.of(items)).json();
    }

    /** A text of marks that could be mistaken for structure; its ends are words. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder("t").append(random.nextInt(1_000_000)).append(' ');
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.append(" e").toString();
    }

    @Test
    void theOrderOfVotesChangesNothing() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            List<String> votes = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                votes.add(ReplyScene.vote(random.nextBoolean() ? "P2" : "#4",
                        new String[] {"agree", "disagree", "yes"}[random.nextInt(3)]));
            }
            String first = ReplyScene.summary(scene.parser().read(ReplyScene.reply(votes.toArray(String[]::new))));
            Collections.shuffle(votes, random);

            assertThat(ReplyScene.summary(scene.parser().read(ReplyScene.reply(votes.toArray(String[]::new)))))
                    .as("seed %d", seed).isEqualTo(first);
        }
    }

    @Test
    void aReplyThatIsCutAnywhereSaysNoMoreThanTheWhole() {
        String whole = "Here:\n```json\n" + ReplyScene.reply(ReplyScene.vote("@4", "agree").replace("@4",
                ReplyScene.MACHINE), ReplyScene.found("Lag is \\\"low\\\"."), ReplyScene.vote("P2", "disagree"))
                + "\n```";
        List<Payload> all = payloads(scene.parser().read(whole));
        for (int end = 0; end <= whole.length(); end++) {
            assertThat(all).as(whole.substring(0, end))
                    .containsAll(payloads(scene.parser().readCut(whole.substring(0, end))));
        }
    }

    private static List<Payload> payloads(ModelReply reply) {
        return reply.drafts().stream().map(Draft::payload).toList();
    }

    @Test
    void noTextIsAnException() {
        for (int seed = 0; seed < CASES * 5; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "{\"signals\":[{\"type\":\"vote\"," : "");
            for (int i = random.nextInt(60); i > 0; i--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            int at = seed;

            assertThat(scene.parser().read(text.toString()).drafts()).as(() -> "seed " + at).hasSizeLessThan(9);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[", "\"", "\\", "{\"", "[\"", "{\"a\":", "[{", "{\"signals\":[", "<think>",
        "</think>",
        "{\\\"", "{&quot;", "{'a':'", "{a:", "{}", "[]", "{\"a\":1}", "//", "{//", "{/*", "{\"a\"b\"c\"", "“", "[a,",
        "{\"x\":\"a\",", "{\"x\":'a',b", "<!--", "<|channel|>analysis", "{\"a\"+", "{\"x\":\"a\"+\"", "{\"x\":0,8",
        "{\"content\":\"{\\\"signals\\\":", "reply({", "{\"\"\"", "{\"arguments\":\"{"})
    void theWorkOnAHostileReplyIsLinear(String piece) {
        for (String begin : List.of("", "{\"signals\":[{\"content\":\"")) {
            String text = begin + piece.repeat(50_000 / piece.length());
            WorkCounter work = new WorkCounter(text.length());
            try {
                assertThat(new ReplyFinder("critic", work, new ArrayList<>(), 0).find(text)).isNotNull();
            } catch (UnreadableReplyException expected) {
                assertThat(expected).hasMessageContaining("not one JSON object");
            }

            assertThat(work.done()).as(begin + piece).isLessThan(work.limit() + 4L * text.length());
        }
    }

    @Test
    void aLongReplyIsReadWithFewVisits() {
        String text = ReplyScene.reply(Stream.generate(() -> ReplyScene.found("Lag is low, and \\\"stable\\\"."))
                .limit(1_000).toArray(String[]::new));
        WorkCounter work = new WorkCounter(text.length());

        try {
            new ReplyFinder("critic", work, new ArrayList<>(), 0).find(text);
        } catch (UnreadableReplyException unexpected) {
            throw new AssertionError(unexpected);
        }

        assertThat(work.done()).isLessThan(6L * text.length());
    }
}
