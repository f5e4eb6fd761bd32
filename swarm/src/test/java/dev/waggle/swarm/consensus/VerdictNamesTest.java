package dev.waggle.swarm.consensus;

import java.time.Instant;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.identity.SignalNumbers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Names of proposals in the sentences of verdicts and lenses, whatever word is an id. */
class VerdictNamesTest {

    private static final String PLAIN = "left-turn-77";

    /** Attack: ids that are words of the sentences, or shorter than any other. */
    @ParameterizedTest
    @ValueSource(strings = {"weight", "threshold", "the", "agrees", "on", "is", "voter", "at", "probability", "no", "y",
        "\u3042", "\u306f\u3044", "rises", "leads", "concentration"})
    void anIdIsReplacedOnceWhereTheProposalIsNamed(String id) {
        for (ConsensusStrategy strategy : StrategyCatalog.builtIn()) {
            String expected = named(PLAIN, sentence(PLAIN, strategy));

            assertThat(expected).as(strategy.id()).contains("P1").doesNotContain(PLAIN);
            assertThat(named(id, sentence(id, strategy))).as(strategy.id()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"opinions on ID will end in 2 camps", "votes favour ID, the mean belief left by 0.10",
        "proposal ID rises fastest for 3 rounds", "proposal ID can be voted on",
        "ID led the votes and is vetoed by ada",
        "ID by ada contradicts left by bob", "left by bob contradicts ID by ada",
        "80 % of 5 voters agree on \"ID\" and nobody challenged it"})
    void aLensOrAConflictNamesIt(String form) {
        assertThat(named("is", form.replace("ID", "is"))).isEqualTo(form.replace("ID", "P1"));
    }

    private static String sentence(String id, ConsensusStrategy strategy) {
        return Ballots.on(id).agree("x", id, 1).agree("y", id, 0.8).disagree("z", id, 0.7).by(strategy.id())
                .reasoning();
    }

    private static String named(String id, String sentence) {
        SignalNumbers numbers = new SignalNumbers();
        numbers.add(Signal.of(Draft.of(new Payload.Proposal(id, "Do it", ""), 0.8), new Stamp("s1", Source.agent("ada"),
                Instant.parse("2026-03-04T05:06:07Z"), Scope.ofRun("run", 1))));
        return numbers.withNames(sentence);
    }
}
