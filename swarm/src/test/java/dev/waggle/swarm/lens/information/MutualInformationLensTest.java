package dev.waggle.swarm.lens.information;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.waggle.math.information.SparseHistogram;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.OrderedFeed;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class MutualInformationLensTest {

    private static final String CACHE = "The cache answers stale entries because its expiry reads wall clock seconds"
            + " while writers stamp monotonic milliseconds, therefore entries outlive their window after every restart";
    private static final String CACHE_AGAIN = "Because expiry reads wall clock seconds while writers stamp monotonic"
            + " milliseconds, stale entries outlive their window after every restart; therefore the cache is wrong";
    private static final String QUEUE = "Under heavy load the broker drops acknowledgements, consumers redeliver orders"
            + " twice, duplicate invoices appear, customers complain loudly, accounting reverses payments manually";
    private static final String PEOPLE = "Nobody owns this service since spring: three teams deploy into that namespace"
            + " without reviews, dashboards point elsewhere, alerts reach retired engineers, runbooks describe nothing";

    private final LensSwarm echoing = new LensSwarm("a", "b", "c")
            .round(discovers("a", CACHE), discovers("c", QUEUE))
            .round(discovers("b", CACHE_AGAIN), proposes("a", "A", 0.8), proposes("c", "B", 0.8))
            .round(agrees("a", "A", 0.6), agrees("c", "B", 0.6));

    private final LensSwarm varied = new LensSwarm("a", "b", "c")
            .round(discovers("a", CACHE), discovers("b", PEOPLE), discovers("c", QUEUE))
            .round(proposes("a", "A", 0.8), proposes("c", "B", 0.8))
            .round(agrees("a", "A", 0.6), agrees("c", "B", 0.6));

    @Test
    void findsTheAgentThatSaysAgainWhatAnotherSaid() {
        LensSwarm.Outcome with = echoing.solve();

        assertThat(with.findingsOf(LensCatalog.MUTUAL_INFORMATION)).isNotEmpty()
                .allMatch(found -> found instanceof Finding.Prune prune && prune.agents().equals(List.of("b")));
        assertThat(with.events()).anyMatch(event -> event.startsWith("2 lens:finding") && event.contains("mutual"));
        assertThat(echoing.solveWithout(LensCatalog.MUTUAL_INFORMATION).events()).isNotEqualTo(with.events());
    }

    @Test
    void changesNothingWhereEachSaysSomethingElse() {
        assertThat(varied.solve().events()).isEqualTo(varied.solveWithout(LensCatalog.MUTUAL_INFORMATION).events());
        assertThat(varied.solve().findingsOf(LensCatalog.MUTUAL_INFORMATION)).isEmpty();
    }

    @Test
    void unrelatedTextsOfTheSameKindsAreNotRedundant() {
        OrderedFeed<MutualInformationLens.RedundancyReading> lens = listening()
                .round(proposes("x", "A", 0.5), proposes("x", "B", 0.5))
                .round(discovers("a", CACHE), agrees("a", "A", 1), discovers("b", PEOPLE), agrees("b", "A", 1),
                        discovers("c", QUEUE), agrees("c", "A", 1));

        assertThat(lens.findings()).isEmpty();
        assertThat(lens.reading().redundantAgents()).isEmpty();
        assertThat(lens.reading().averageNMI()).isLessThan(0.2);
        assertThat(lens.reading().exact()).isTrue();
    }

    @Test
    void moreTopicsDoNotMakeStrangersAlike() {
        for (int size : new int[] {4, 8, 16, 64, 256}) {
            OrderedFeed<MutualInformationLens.RedundancyReading> lens = listening();
            for (int round = 0; round < 4; round++) {
                lens.round(discovers("a", words("left", size)), discovers("b", words("right", size)));
            }

            assertThat(lens.reading().averageNMI()).isLessThan(0.1);
        }
    }

    @Test
    void likenessIsOneMinusTheDivergenceOfTheWords() {
        MutualInformationLens.RedundancyReading reading = listening()
                .round(discovers("a", "apple ".repeat(10) + "berry ".repeat(10)),
                        discovers("b", "BERRY, ".repeat(10) + "(cherry) ".repeat(10)))
                .reading();

        assertThat(reading.averageNMI()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void threeOfOneVoiceAreAnEchoAndTheFirstIsKept() {
        OrderedFeed<MutualInformationLens.RedundancyReading> lens = listening().round(discovers("c", CACHE))
                .round(discovers("a", CACHE), discovers("b", CACHE_AGAIN), discovers("d", QUEUE));

        assertThat(lens.findings()).hasSize(2);
        assertThat(lens.findings().getFirst()).isInstanceOfSatisfying(Finding.Prune.class,
                prune -> assertThat(prune.agents()).containsExactly("a", "b"));
        assertThat(lens.findings().getLast()).isInstanceOfSatisfying(Finding.Rewire.class, rewire -> {
            assertThat(rewire.change()).isEqualTo(Finding.Rewire.Change.SEPARATE);
            assertThat(rewire.agents()).containsExactlyInAnyOrder("a", "b", "c");
        });
        assertThat(lens.reading().mostUniqueAgent()).contains("d");
    }

    @Test
    void oneOfEachGroupIsAlwaysKept() {
        OrderedFeed<MutualInformationLens.RedundancyReading> lens = listening().round(discovers("a", CACHE),
                discovers("b", CACHE), discovers("c", CACHE), discovers("d", CACHE));

        assertThat(lens.reading().redundantAgents()).containsExactly("b", "c", "d");
        assertThat(lens.reading().averageNMI()).isCloseTo(1, within(1e-12));
        assertThat(lens.reading().mostUniqueAgent()).isEmpty();
    }

    @Test
    void fewWordsAreNoEvidence() {
        OrderedFeed<MutualInformationLens.RedundancyReading> lens = listening()
                .round(discovers("a", "same short words"), discovers("b", "same short words"));

        assertThat(lens.findings()).isEmpty();
        assertThat(lens.ifAny()).isEmpty();
        assertThat(listening().round().ifAny()).isEmpty();
        assertThat(listening().round(discovers("a", CACHE)).ifAny()).isEmpty();
    }

    @Test
    void stancesThatGoTogetherTellOfEachOther() {
        OrderedFeed<MutualInformationLens.RedundancyReading> lens = listening()
                .round(discovers("a", CACHE), discovers("b", PEOPLE)).round(proposals(8));
        LensSwarm.Line[] together = new LensSwarm.Line[16];
        LensSwarm.Line[] crossed = new LensSwarm.Line[16];
        for (int i = 0; i < 8; i++) {
            together[2 * i] = votes("a", i, i < 4);
            together[2 * i + 1] = votes("b", i, i >= 4);
            crossed[2 * i] = votes("a", i, i < 4);
            crossed[2 * i + 1] = votes("b", i, i % 2 == 0);
        }
        assertThat(lens.reading().stanceInformation()).isEmpty();

        assertThat(lens.round(together).reading().stanceInformation().orElseThrow()).isCloseTo(1, within(1e-9));
        assertThat(lens.round(crossed).reading().stanceInformation().orElseThrow()).isLessThanOrEqualTo(0);
        assertThat(lens.reading().stancePairs()).isEqualTo(1);
    }

    @Test
    void aQuietRoundChangesNothing() {
        OrderedFeed<MutualInformationLens.RedundancyReading> lens = listening().round(discovers("a", CACHE),
                discovers("b", CACHE_AGAIN), discovers("c", QUEUE));
        MutualInformationLens.RedundancyReading before = lens.reading();

        assertThat(lens.round().round(agrees("a", "none", 1)).findings()).isEmpty();
        assertThat(lens.reading()).isEqualTo(before);
    }

    @Test
    void theOrderOfARoundDoesNotMatter() {
        List<LensSwarm.Line> lines = new ArrayList<>(List.of(discovers("a", CACHE), discovers("b", CACHE_AGAIN),
                discovers("c", QUEUE), discovers("d", PEOPLE)));
        OrderedFeed<MutualInformationLens.RedundancyReading> inOrder = listening()
                .round(lines.toArray(LensSwarm.Line[]::new));
        for (int seed = 0; seed < 10; seed++) {
            Collections.shuffle(lines, new Random(seed));
            OrderedFeed<MutualInformationLens.RedundancyReading> shuffled = listening()
                    .round(lines.toArray(LensSwarm.Line[]::new));

            assertThat(shuffled.reading()).isEqualTo(inOrder.reading());
            assertThat(shuffled.findings()).isEqualTo(inOrder.findings());
        }
    }

    @Test
    void ofManyItComparesWithLandmarksAndSaysSo() {
        LensSwarm.Line[] lines = IntStream.range(0, 120)
                .mapToObj(i -> discovers("x" + i, i >= 60 ? CACHE : words("own" + i + "word", 20)))
                .toArray(LensSwarm.Line[]::new);
        OrderedFeed<MutualInformationLens.RedundancyReading> lens = listening().round(lines);

        MutualInformationLens.RedundancyReading reading = lens.reading();
        assertThat(reading.speakers()).isEqualTo(120);
        assertThat(reading.landmarks()).isEqualTo(48);
        assertThat(reading.exact()).isFalse();
        assertThat(reading.redundantAgents()).hasSizeGreaterThan(40).doesNotContain("x3", "x59");
        assertThat(lens.reading()).isEqualTo(reading);
    }

    @Test
    void wordsAreLettersAndDigitsOfAnyScript() {
        SparseHistogram words = new SparseHistogram();
        TopicWords.count("Größe, größe; 2026 дерево ДЕРЕВО not one two \uD835\uDC00\uD835\uDC01 \uD835\uDC00bcd",
                words);

        assertThat(words.total()).isEqualTo(6);
        assertThat(words.observations()).isEqualTo(4);
    }

    private static String words(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.joining(" "));
    }

    private static LensSwarm.Line[] proposals(int count) {
        return IntStream.range(0, count).mapToObj(i -> proposes("x", "P" + i, 0.5)).toArray(LensSwarm.Line[]::new);
    }

    private static LensSwarm.Line votes(String agent, int proposal, boolean agrees) {
        return agrees ? agrees(agent, "P" + proposal, 1) : disagrees(agent, "P" + proposal, 1);
    }

    private static OrderedFeed<MutualInformationLens.RedundancyReading> listening() {
        return new OrderedFeed<>(LensCatalog.MUTUAL_INFORMATION, "a", "b", "c", "d");
    }
}
