package dev.waggle.review.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.episode.EpisodeReplay;
import dev.waggle.swarm.agent.episode.RecordedEpisode;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Member;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.identity.CanonicalAnswer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EpisodeScoringTest {

    private static final List<String> OPTIONS = List.of("red", "green", "blue");

    private final RecordedEpisode agreed = episode("agreed", "B", "B", "B");
    private final RecordedEpisode split = episode("split", "A", "B", "C");
    private final EpisodeScoring scoring = new EpisodeScoring();

    @Test
    void countsDecisionsMajoritiesAndTies() {
        scoring.add(agreed, answer(agreed, "B"), solve(agreed));
        scoring.add(split, answer(split, "B"), solve(split));
        EpisodeTotals totals = scoring.totals();

        assertThat(totals.episodes()).isEqualTo(2);
        assertThat(totals.decided()).isEqualTo(1);
        assertThat(totals.coverage()).hasValue(0.5);
        assertThat(totals.endings().values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(2);
        assertThat(totals.quality().decided().correct()).isEqualTo(1);
        assertThat(totals.quality().majorityTies()).isEqualTo(1);
        assertThat(totals.quality().majorityAccuracy()).hasValue(0.5);
        assertThat(totals.effort().failures()).isZero();
        assertThat(totals.effort().signals()).isPositive();
    }

    @Test
    void scoresNothingWithoutATruth() {
        scoring.add(agreed, Optional.empty(), solve(agreed));
        EpisodeTotals totals = scoring.totals();

        assertThat(totals.decided()).isEqualTo(1);
        assertThat(totals.quality().known()).isZero();
        assertThat(totals.quality().leaderAccuracy()).isEmpty();
        assertThat(totals.quality().decided().brier()).isEmpty();
    }

    @Test
    void givesTheSameTotalsInAnyOrder() {
        EpisodeScoring reversed = new EpisodeScoring();
        scoring.add(agreed, answer(agreed, "A"), solve(agreed));
        scoring.add(split, answer(split, "C"), solve(split));
        reversed.add(split, answer(split, "C"), solve(split));
        reversed.add(agreed, answer(agreed, "A"), solve(agreed));

        assertThat(reversed.totals()).isEqualTo(scoring.totals());
    }

    @Test
    void sharesOfNoEpisodeAreAbsent() {
        assertThat(scoring.totals().coverage()).isEmpty();
        assertThat(scoring.totals().quality().majorityAccuracy()).isEmpty();
    }

    private static Optional<CanonicalAnswer> answer(RecordedEpisode episode, String letter) {
        return episode.answer(List.of(letter));
    }

    private static SwarmResult solve(RecordedEpisode episode) {
        EpisodeReplay replay = new EpisodeReplay(episode);
        SwarmConfig config = SwarmConfig.of(replay.agents())
                .withConsensus(ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE)
                        .withConflictResolution(ConflictResolution.NONE))
                .withLimits(Limits.defaults().withMaxRounds(replay.rounds()).withMaxSignals(replay.maxSignals()));
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(replay.task());
        }
    }

    /** An episode of one round in which each agent answers with one letter. */
    private static RecordedEpisode episode(String id, String... letters) {
        List<Member> roster = List.of(new Member("ann", "Ann", ""), new Member("ben", "Ben", ""),
                new Member("cleo", "Cleo", ""));
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < letters.length; i++) {
            events.add(new Event(i + 1, 1, roster.get(i).id(), Event.Kind.ANSWER, List.of(letters[i]),
                    "I choose " + letters[i], null, Event.Act.NONE, Event.Target.NONE));
        }
        return new RecordedEpisode(id, "Which colour?", OPTIONS, roster, events);
    }
}
