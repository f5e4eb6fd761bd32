package dev.waggle.lab.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.log.Journal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;

/**
 * Swarm in code that a question describes. Each agent finds something in each round but the last, after a pause as long
 * as that of a model. In the last round the first agent proposes and all vote.
 *
 * @param isHeld whether a further agent keeps the first round open until somebody lets it go on
 * @param agents the number of agents that find and vote
 * @param rounds the number of rounds in which they find something
 * @param pauseMillis the time for one answer
 */
record StudyPanel(boolean isHeld, int agents, int rounds, int pauseMillis) {

    private static final String HELD = "held";
    private static final String OPEN = "open";
    private static final Duration TIMEOUT = Duration.ofHours(1);
    private static final double SURE = 0.9;

    /** A small solve. */
    static StudyPanel small() {
        return new StudyPanel(false, 3, 1, 0);
    }

    /** A run that others write to. */
    static StudyPanel held() {
        return new StudyPanel(true, 1, 1, 0);
    }

    String question() {
        return String.join(" ", isHeld ? HELD : OPEN, "panel", String.valueOf(agents), String.valueOf(rounds),
                String.valueOf(pauseMillis));
    }

    static StudyPanel of(String question) {
        String[] words = question.split(" ", -1);
        if (words.length != 5 || !List.of(HELD, OPEN).contains(words[0])) {
            throw new IllegalArgumentException("the question describes no panel: " + question
                    + "\nMaybe ask: " + small().question());
        }
        return new StudyPanel(words[0].equals(HELD), Integer.parseInt(words[2]), Integer.parseInt(words[3]),
                Integer.parseInt(words[4]));
    }

    /** The swarm, whose first round a held panel keeps open until the door opens. */
    SwarmConfig swarm(Journal journal, CountDownLatch door) {
        List<Agent> panel = new ArrayList<>();
        if (isHeld) {
            panel.add(Agent.of(AgentProfile.of("doorkeeper"), _ -> {
                door.await();
                return List.of();
            }));
        }
        for (int i = 1; i <= agents; i++) {
            panel.add(agent("agent-" + i, i == 1));
        }
        return SwarmConfig.of(panel).withJournal(journal).withLimits(Limits.defaults().withMaxRounds(rounds + 4)
                .withMaxSignals(10 * agents * (rounds + 4)).withTimeout(TIMEOUT));
    }

    private Agent agent(String id, boolean isProposer) {
        return Agent.of(AgentProfile.of(id), turn -> {
            Thread.sleep(pauseMillis);
            if (turn.round() <= rounds) {
                return List.of(Draft.discovery("In part " + turn.round() + " " + id + " sees a lock held for "
                        + (turn.round() * 7) % 1_000 + " ms.", SURE));
            }
            if (turn.round() > rounds + 1) {
                return List.of();
            }
            Draft vote = Draft.vote("p1", Payload.Stance.AGREE, SURE);
            return isProposer
                    ? List.of(Draft.proposal("p1", "Shorten the lock.", "All parts wait for it.", SURE), vote)
                    : List.of(vote);
        });
    }
}
