package dev.waggle.lab.server;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.engine.record.OpeningFacts;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.CallFacts;
import dev.waggle.swarm.runlog.CallFacts.CallReason;
import dev.waggle.swarm.runlog.CallFacts.CalledAgent;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * Log of a large run without a solve. Agents propose, vote, change their minds, doubt and challenge, round by round.
 * It has the facts of the runtime that a page draws. Equal parameters give equal runs.
 *
 * @param run its id
 * @param agents the number of agents
 * @param signals the number of signals that agents publish
 * @param rounds the number of rounds
 * @param isClosed whether it ends with a decision
 */
public record GeneratedRun(String run, int agents, int signals, int rounds, boolean isClosed) {

    private static final Instant BEGIN = Instant.parse("2026-01-01T09:00:00Z");
    private static final int PROPOSALS = 12;
    private static final long SEED = 7;
    private static final long MILLIS_A_SIGNAL = 20;
    private static final double LAST_AGREEMENT = 0.9;

    /**
     * Signal of the run with its emitter.
     *
     * @param signal the signal
     * @param emission its emitter
     */
    public record EmittedSignal(Signal signal, Emission emission) {}

    /** The run that words describe: its id, agents, signals and rounds. */
    static GeneratedRun of(String[] words, boolean isClosed) {
        return new GeneratedRun(words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]),
                Integer.parseInt(words[3]), isClosed);
    }

    /** Appends everything to a journal. */
    public void appendTo(Journal journal) {
        forEach(emitted -> {
            var _ = journal.append(emitted.signal(), emitted.emission(), emitted.signal().time());
        });
    }

    /** Everything in order. */
    public void forEach(Consumer<EmittedSignal> log) {
        new LogWriter(this, "", log).write();
    }

    /** Further rounds without a beginning, after the first one. */
    void forEachRound(Consumer<EmittedSignal> log) {
        new LogWriter(this, "later", log).writeRounds(2);
    }

    /** State of one pass. */
    private static final class LogWriter {

        private final GeneratedRun plan;
        private final String part;
        private final Consumer<EmittedSignal> log;
        private final SplittableRandom random = new SplittableRandom(SEED);
        private final List<String> proposals = new ArrayList<>();
        private final List<String> spoken = new ArrayList<>();
        private int count;
        private int round;

        LogWriter(GeneratedRun plan, String part, Consumer<EmittedSignal> log) {
            this.plan = plan;
            this.part = part;
            this.log = log;
        }

        void write() {
            Task task = Task.of("Which of the " + PROPOSALS + " plans for the station?");
            List<Agent> swarm = IntStream.range(0, plan.agents).mapToObj(i -> Agent.of(AgentProfile.of(agent(i)),
                    _ -> List.of())).toList();
            SwarmConfig config = SwarmConfig.of(swarm).withLimits(Limits.defaults().withMaxRounds(plan.rounds + 1)
                    .withMaxSignals(plan.signals + plan.rounds + 2));
            emit(OpeningFacts.opened(stamp(), plan.run, task, config, LoopVersion.FOURTH, Map.of()));
            emit(Signal.of(Draft.of(new Payload.Task(task.text(), null), 1), stamp()));
            writeRounds(1);
            if (plan.isClosed) {
                round = plan.rounds;
                emit(RunFacts.closed(stamp(), plan.run, new RunFacts.Closed("max-rounds", false, LAST_AGREEMENT,
                        LAST_AGREEMENT, "assumed", plan.rounds, Duration.ofMinutes(16), 0)));
            }
        }

        void writeRounds(int first) {
            for (int step = 0; step < plan.rounds; step++) {
                round = first + step;
                writeRound(step);
            }
        }

        private void writeRound(int step) {
            List<CalledAgent> called = IntStream.range(0, plan.agents)
                    .mapToObj(i -> new CalledAgent(agent(i), CallReason.MAIL, Optional.empty())).toList();
            emit(RunFacts.fact(CallFacts.CALLED, CallFacts.body(round, called), stamp(), Links.NONE));
            int from = (int) ((long) plan.signals * step / plan.rounds);
            int to = (int) ((long) plan.signals * (step + 1) / plan.rounds);
            for (int i = from; i < to; i++) {
                speak(agent(i % plan.agents));
            }
        }

        private void speak(String agent) {
            Draft draft = draft(agent);
            Signal signal = Signal.of(draft, stamp(Source.agent(agent)));
            log.accept(new EmittedSignal(signal, new Emission(agent, round)));
            spoken.add(signal.id());
        }

        private Draft draft(String agent) {
            int dice = random.nextInt(100);
            if (proposals.isEmpty() || (proposals.size() < PROPOSALS && dice < 4)) {
                proposals.add(part + "plan-" + (proposals.size() + 1));
                return Draft.proposal(proposals.getLast(), "Plan " + proposals.size() + ": move platform "
                        + proposals.size() + " and keep the rest open while it is built.", "It costs least.", 0.8);
            }
            if (dice < 60) {
                String proposal = proposals.get(random.nextInt(1 + random.nextInt(proposals.size())));
                Stance stance = dice < 40 ? Stance.AGREE : dice < 55 ? Stance.DISAGREE : Stance.ABSTAIN;
                return Draft.of(new Payload.Vote(proposal, stance, agent + " looked at the figures again and finds "
                        + "that the crowding of round " + round + " decides.", 0.5 + random.nextInt(50) / 100.0), 0.8);
            }
            String target = spoken.get(Math.max(0, spoken.size() - 1 - random.nextInt(3 * plan.agents)));
            if (dice < 70) {
                return Draft.of(new Payload.Doubt(target, "The figures of round " + round + " are of one morning only.",
                        Severity.MEDIUM), 0.6).withLinks(Links.replyTo(target));
            }
            if (dice < 80) {
                return Draft.of(new Payload.Challenge(target, "Trains of line " + random.nextInt(30)
                        + " could not stop there at all in that time.", null), 0.7).withLinks(Links.replyTo(target));
            }
            return Draft.of(new Payload.Discovery("Counted again: " + random.nextInt(9_000)
                    + " people change there between seven and nine.", "the counters at the gates", 0.5), 0.7);
        }

        private void emit(Signal signal) {
            log.accept(new EmittedSignal(signal, Emission.by(InfrastructureNames.ORCHESTRATOR)));
        }

        private Stamp stamp() {
            return stamp(Source.named(InfrastructureNames.ORCHESTRATOR));
        }

        private Stamp stamp(Source source) {
            count++;
            return new Stamp(String.format("sig_%s%s%016d", plan.run, part, count), source,
                    BEGIN.plusMillis(count * MILLIS_A_SIGNAL),
                    new Scope(null, null, plan.run, round, null));
        }

        private static String agent(int number) {
            return "agent-" + (number + 1);
        }
    }
}
