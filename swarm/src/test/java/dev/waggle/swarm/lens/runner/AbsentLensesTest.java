package dev.waggle.swarm.lens.runner;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Lenses without a reading, and the reason of each. */
class AbsentLensesTest {

    private static final String LITTLE = "too little data: needs ";

    /** Smallest debates with the data that cards ask for, by what they ask for. */
    private static final Map<String, LensSwarm> ENOUGH = enough();

    private static Map<String, LensSwarm> enough() {
        String words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
                + " sixteen seventeen eighteen nineteen twenty";
        LensSwarm onProposal = new LensSwarm("a", "b").round(LensSwarm.proposes("a", "A", 0.8));
        LensSwarm two = new LensSwarm("a", "b").round(LensSwarm.proposes("a", "A", 0.8),
                LensSwarm.proposes("b", "B", 0.8));
        LensSwarm voted = new LensSwarm("a", "b").round(LensSwarm.proposes("a", "A", 0.8),
                LensSwarm.proposes("b", "B", 0.7)).round(LensSwarm.agrees("b", "A", 0.9));
        Map<String, LensSwarm> enough = new HashMap<>();
        enough.put("a proposal", onProposal);
        enough.put("two proposals", two);
        enough.put("two proposals and two agents that voted or proposed", two);
        enough.put("two proposals and a vote that agrees or disagrees", voted);
        enough.put("two proposals and two rounds with new votes or proposals", voted);
        enough.put("a vote", voted);
        enough.put("a proposal and contributions of two agents", new LensSwarm("a", "b")
                .round(LensSwarm.proposes("a", "A", 0.8), LensSwarm.discovers("b", "a fact")));
        enough.put("contributions in two rounds", new LensSwarm("a", "b").round(LensSwarm.discovers("a", "a fact"))
                .round(LensSwarm.discovers("b", "another fact")));
        enough.put("votes of two agents and votes on two proposals", new LensSwarm("a", "b")
                .round(LensSwarm.proposes("a", "A", 0.8), LensSwarm.proposes("b", "B", 0.7))
                .round(LensSwarm.agrees("b", "A", 0.9), LensSwarm.disagrees("a", "B", 0.9)));
        enough.put("two agents with 16 words of four letters and more each", new LensSwarm("a", "b")
                .round(LensSwarm.discovers("a", words), LensSwarm.discovers("b", words)));
        enough.put("two transitions between contributions", new LensSwarm("a", "b")
                .round(LensSwarm.discovers("a", "x"), LensSwarm.discovers("b", "y"))
                .round(LensSwarm.discovers("a", "z"), LensSwarm.discovers("b", "w"))
                .round(LensSwarm.discovers("a", "v"), LensSwarm.discovers("b", "u")));
        return enough;
    }

    @Test
    void everyLensOfTheCatalogueIsReadOrAbsentWithAReason() {
        MathAnalysis analysis = new LensSwarm("a", "b").round(LensSwarm.proposes("a", "A", 0.8)).solve().result()
                .mathAnalysis();

        for (Lens<?> lens : LensCatalog.all()) {
            String field = lens.card().field();
            assertThat(analysis.readings().containsKey(field)).as(field)
                    .isNotEqualTo(analysis.absent().containsKey(field));
        }
        assertThat(analysis.absent()).containsEntry("entropy", LITTLE + "two proposals")
                .doesNotContainKey("bayesian");
        assertThat(JsonLine.of(analysis.toJson())).contains("\"absent\":{", "\"entropy\":\"" + LITTLE);
    }

    static List<Lens<?>> lenses() {
        return LensCatalog.all();
    }

    @ParameterizedTest
    @MethodSource("lenses")
    void everyCardSaysWhatItsReadingNeeds(Lens<?> lens) {
        LensCard card = lens.card();

        assertThat(card.needs()).isNotEqualTo(new LensCard("a", "a", "", "", "", "", "", "", "", Set.of(), "").needs())
                .doesNotEndWith(".");
        MathAnalysis nothing = new LensSwarm("a", "b").round(LensSwarm.discovers("a", "a fact")).solveOnlyWith(lens)
                .result().mathAnalysis();
        assertThat(nothing.absent()).containsEntry(card.field(), LITTLE + card.needs());
        LensSwarm swarm = ENOUGH.get(card.needs());
        if (swarm != null) {
            assertThat(swarm.solveOnlyWith(lens).result().mathAnalysis().absent()).as(card.needs())
                    .doesNotContainKey(card.field());
        }
    }

    @Test
    void lensesOffTheListAreNamed() {
        MathAnalysis analysis = new LensSwarm("a", "b").round(LensSwarm.proposes("a", "A", 0.8))
                .solveOnlyWith(LensCatalog.BAYESIAN).result().mathAnalysis();

        assertThat(analysis.absent()).hasSize(LensCatalog.all().size() - 1)
                .containsEntry("entropy", "not on the list of lenses");
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "observe", "read"})
    void aFailedLensIsNamedWithItsFailure(String place) {
        Lens<LensReading> broken = new BrokenLens(place);

        MathAnalysis analysis = new LensSwarm("a", "b").round(LensSwarm.proposes("a", "A", 0.8))
                .solve(MathConfig.defaults().withLenses(List.of(broken, LensCatalog.BAYESIAN))).result()
                .mathAnalysis();

        assertThat(analysis.absent()).containsEntry("broken", "failed: IllegalStateException: in " + place);
    }

    @Test
    void withoutLensesNothingIsAbsent() {
        assertThat(new LensSwarm("a").round(LensSwarm.proposes("a", "A", 0.8)).solve(MathConfig.off()).result()
                .mathAnalysis().absent()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"absent", "stoppingReason", "withheldStop"})
    void noLensTakesTheNameOfAnotherPartOfTheAnalysis(String field) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LensCard("mine", field, "", "", "", "", "", "", "", Set.of(), ""))
                .withMessageContaining(field);
    }

    private record BrokenLens(String place) implements Lens<LensReading> {

        @Override
        public LensCard card() {
            return new LensCard("broken", "broken", "", "", "", "", "", "", "", Set.of(), "");
        }

        @Override
        public Probe<LensReading> open(LensContext context) {
            failAt("open");
            return new Probe<>() {
                @Override
                public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
                    failAt("observe");
                    return List.of();
                }

                @Override
                public Optional<LensReading> reading() {
                    failAt("read");
                    return Optional.empty();
                }
            };
        }

        private void failAt(String here) {
            if (here.equals(place)) {
                throw new IllegalStateException("in " + here);
            }
        }
    }
}
