package dev.waggle.signal.transcript;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.signal.Links;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Vectors;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Harness 56, with the shared cases of causality. */
class CausalityTest {

    private static final JsonNode FILE = Vectors.file("harness-runtime.json");
    private static final List<Signal> SHARED = HarnessLog.signals(HarnessLog.ofVectors());

    @Test
    void chainsBeginWithTheFirstCause() {
        Causality causality = Causality.of(SHARED);
        assertThat(FILE.get("causality")).hasSize(5);
        for (JsonNode shared : FILE.get("causality")) {
            assertThat(HarnessLog.ids(causality.chain(shared.get("id").asString()))).as(shared.toString())
                    .isEqualTo(shared.get("chain").valueStream().map(JsonNode::asString).toList());
        }
    }

    @Test
    void treesHangTogetherAsTheirCauses() {
        assertThat(asShared(Causality.of(SHARED).tree())).isEqualTo(Vectors.value(FILE.get("tree")));
    }

    @Test
    void aTreeIsDrawnAsTheOriginalDrawsIt() {
        assertThat(Causality.of(SHARED).treeText()).isEqualTo(FILE.get("treeText").asString());
    }

    @Test
    void typesAreCounted() {
        JsonValue.Obj expected = (JsonValue.Obj) Vectors.value(FILE.get("summary"));
        Map<String, JsonValue> counted = new LinkedHashMap<>();
        Causality.of(SHARED).summary().forEach((name, count) -> counted.put(name, JsonValue.of(count)));

        assertThat(counted).isEqualTo(expected.fields());
    }

    /** The original loses such a signal. */
    @Test
    void aSignalWithAMissingCauseStaysVisibleAsARoot() {
        List<Signal> signals = new ArrayList<>(SHARED);
        signals.addAll(new HarnessLog().caused("orphan", "gone").caused("below", "orphan").signals());
        Causality causality = Causality.of(signals);

        JsonValue.Arr tree = (JsonValue.Arr) asShared(causality.tree());
        assertThat(tree.items().subList(0, tree.items().size() - 1))
                .isEqualTo(((JsonValue.Arr) Vectors.value(FILE.get("treeWithOrphan"))).items());
        assertThat(tree.items().getLast())
                .isEqualTo(Vectors.json("{\"id\":\"orphan\",\"children\":[{\"id\":\"below\",\"children\":[]}]}"));
        assertThat(HarnessLog.ids(causality.chain("below"))).containsExactly("orphan", "below");
    }

    /** The original never ends on cycles. */
    @Test
    void circlesEndAndAreShownOnce() {
        Causality causality = Causality.of(new HarnessLog().caused("leaf", "b").caused("b", "c").caused("a", "b")
                .caused("c", "a").caused("self", "self").caused("d", "a").signals());

        assertThat(HarnessLog.ids(causality.chain("a"))).containsExactly("c", "b", "a");
        assertThat(HarnessLog.ids(causality.chain("leaf"))).containsExactly("a", "c", "b", "leaf");
        assertThat(HarnessLog.ids(causality.chain("self"))).containsExactly("self");
        assertThat(HarnessLog.ids(causality.children("a"))).containsExactly("c", "d");
        assertThat(causality.treeText()).isEqualTo("""
                step:b (a)
                ├─ step:leaf (a)
                └─ step:a (a)
                   ├─ step:c (a)
                   └─ step:d (a)
                └─ step:self (a)""");
    }

    @Test
    void linesShowWhichTreeGoesOn() {
        Causality causality = Causality.of(new HarnessLog().caused("a", null).caused("b", "a").caused("c", "b")
                .caused("d", "a").caused("e", null).caused("f", "e").caused("g", null).caused("h", "g").signals());

        assertThat(causality.treeLines(Signal::id)).containsExactly("a", "├─ b", "│  └─ c", "└─ d", "├─ e", "│  └─ f",
                "└─ g", "   └─ h");
        assertThat(Causality.of(List.of()).treeText()).isEmpty();
    }

    @Test
    void answersAreCausesWhereThatIsAsked() {
        Signal asked = Samples.discovery("q", "ada");
        Signal answer = linked("r", new Links(null, "q", null, List.of()));
        Signal both = linked("b", new Links("r", "q", null, List.of()));
        List<Signal> signals = List.of(asked, answer, both);

        assertThat(HarnessLog.ids(Causality.of(signals).chain("r"))).containsExactly("r");
        assertThat(HarnessLog.ids(Causality.withReplies(signals).chain("r"))).containsExactly("q", "r");
        assertThat(HarnessLog.ids(Causality.withReplies(signals).chain("b"))).containsExactly("q", "r", "b");
        assertThat(HarnessLog.ids(Causality.withReplies(signals).children("q"))).containsExactly("r");
        assertThat(Causality.withReplies(signals).children("nope")).isEmpty();
    }

    @Test
    void agentsAreThoseThatSourcesName() {
        Causality causality = Causality.of(SHARED);

        assertThat(causality.agents()).containsExactly("a");
        assertThat(HarnessLog.ids(causality.ofAgent("a"))).containsExactly("s2", "s16", "s17");
        assertThat(causality.ofAgent("b")).isEmpty();
        Signal byHarness = HarnessLog.signal("h", SignalType.custom("x"), new Source.Harness("bob", "fake"), null, null,
                JsonValue.ofNull());
        assertThat(Causality.of(List.of(byHarness)).treeText()).isEqualTo("x (bob)");
    }

    @Test
    void namesCannotMoveTheCursorOrForgeALine() {
        Signal hostile = HarnessLog.signal("h", SignalType.custom("x\u2028└─ forged\u202e"), Source.agent("a\u200f"),
                null,
                null, JsonValue.ofNull());

        assertThat(Causality.of(List.of(hostile)).treeText()).isEqualTo("x\\u2028└─ forged\\u202e (a\\u200f)");
        assertThat(Causality.of(List.of(hostile)).treeLines(_ -> "\u001b[2Ja\nb")).containsExactly("\\u001b[2Ja\\nb");
    }

    @Test
    void anIdThatOccursTwiceMeansTheFirst() {
        Causality causality = Causality.of(new HarnessLog().caused("a", null).caused("b", null).caused("a", "b")
                .caused("c", "a").signals());

        assertThat(HarnessLog.ids(causality.chain("c"))).containsExactly("a", "c");
        assertThat(causality.treeLines(Signal::id)).containsExactly("a", "└─ c", "└─ b", "   └─ a");
    }

    /** A walk that visits signals again, or that indents without limit, would not end on these. */
    @Test
    void longChainsAndWideTreesAreShownInOnePass() {
        HarnessLog chain = new HarnessLog();
        HarnessLog circle = new HarnessLog();
        HarnessLog wide = new HarnessLog();
        int size = 100_000;
        for (int n = 0; n < size; n++) {
            chain.caused("s" + n, n == 0 ? null : "s" + (n - 1));
            circle.caused("s" + n, "s" + (n + size - 1) % size);
            wide.caused("s" + n, n == 0 ? null : "s0");
        }

        List<String> lines = Causality.of(chain.signals()).treeLines(Signal::id);
        assertThat(lines).hasSize(size).allMatch(line -> line.length() < 150);
        assertThat(lines.getLast()).endsWith("└─ [99999] s99999");
        assertThat(Causality.of(chain.signals()).chain("s99999")).hasSize(size);
        assertThat(Causality.of(circle.signals()).tree()).hasSize(size);
        assertThat(Causality.of(circle.signals()).chain("s7")).hasSize(size);
        assertThat(Causality.of(wide.signals()).tree()).hasSize(size);
        assertThat(Causality.of(wide.signals()).children("s0")).hasSize(size - 1);
    }

    @Test
    void everySignalIsShownOnceWhateverTheLinks() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            HarnessLog log = new HarnessLog();
            int size = 1 + random.nextInt(30);
            for (int n = 0; n < size; n++) {
                log.caused("s" + n, random.nextInt(4) == 0 ? null : "s" + random.nextInt(size + 2));
            }
            List<TreeRow> rows = Causality.of(log.signals()).tree();

            assertThat(rows).as("seed %d", seed).extracting(row -> row.signal().id())
                    .containsExactlyInAnyOrderElementsOf(HarnessLog.ids(log.signals()));
            Deque<Signal> above = new ArrayDeque<>();
            for (TreeRow row : rows) {
                while (above.size() > row.depth()) {
                    above.pop();
                }
                assertThat(above.size()).as("seed %d", seed).isEqualTo(row.depth());
                if (row.depth() > 0) {
                    assertThat(row.signal().links().cause()).as("seed %d", seed).isEqualTo(above.getFirst().id());
                }
                above.push(row.signal());
            }
        }
    }

    private static Signal linked(String id, Links links) {
        Signal plain = Samples.discovery(id, "bob");
        return new Signal(id, plain.type(), plain.source(), plain.time(), plain.payload(), plain.scope(), links,
                plain.grading(), plain.lifetime(), plain.audience(), plain.extensions());
    }

    /** Rows as the nested objects of the shared cases. */
    private static JsonValue asShared(List<TreeRow> rows) {
        StringBuilder json = new StringBuilder("[");
        int depth = -1;
        for (TreeRow row : rows) {
            json.append(row.depth() > depth ? "" : "]}".repeat(depth - row.depth() + 1) + ",");
            json.append("{\"id\":\"").append(row.signal().id()).append("\",\"children\":[");
            depth = row.depth();
        }
        return Vectors.json(json.append("]}".repeat(depth + 1)).append(']').toString());
    }
}
