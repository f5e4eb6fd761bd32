package dev.waggle.swarm.lens.runner;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.testbed.SolveTestBed;

/**
 * A swarm that speaks by a script of the words of each agent in each round. It solves through all lenses, or through
 * all but one, and returns the log. The swarm never decides by vote unless the script says so, so that the effects of
 * the mathematics can be seen.
 */
public final class LensSwarm {

    private final Map<String, Map<Integer, List<Draft>>> script = new LinkedHashMap<>();
    private int rounds;
    private double threshold = 1;

    /** Swarm of agents of these ids, which say nothing yet. */
    public LensSwarm(String... agents) {
        for (String agent : agents) {
            script.put(agent, new LinkedHashMap<>());
        }
    }

    /** Adds a round in which these words are said; other agents say nothing. */
    public LensSwarm round(Line... lines) {
        rounds++;
        for (Line line : lines) {
            script.computeIfAbsent(line.agent(), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(rounds, _ -> new ArrayList<>()).add(line.draft());
        }
        return this;
    }

    /** Sets the share of agreement that decides; 1 unless a script says otherwise. */
    public LensSwarm decidingAt(double newThreshold) {
        threshold = newThreshold;
        return this;
    }

    /** Words of an agent. */
    public record Line(String agent, Draft draft) {}

    /** The line as a signal of that round, with an id of its own. */
    public static Signal signal(Line line, int round) {
        return Signal.of(line.draft(), new Stamp(round + " " + line, Source.agent(line.agent()), Instant.EPOCH,
                Scope.ofRun("run", round)));
    }

    public static Line says(String agent, Draft draft) {
        return new Line(agent, draft);
    }

    public static Line proposes(String agent, String proposal, double confidence) {
        return proposes(agent, proposal, "do " + proposal, confidence);
    }

    public static Line proposes(String agent, String proposal, String content, double confidence) {
        return new Line(agent, Draft.of(new Payload.Proposal(proposal, content, "because"), confidence)
                .withId("proposal " + proposal));
    }

    public static Line agrees(String agent, String proposal, double confidence) {
        return votes(agent, proposal, Stance.AGREE, confidence);
    }

    public static Line disagrees(String agent, String proposal, double confidence) {
        return votes(agent, proposal, Stance.DISAGREE, confidence);
    }

    public static Line abstains(String agent, String proposal) {
        return votes(agent, proposal, Stance.ABSTAIN, 1);
    }

    private static Line votes(String agent, String proposal, Stance stance, double confidence) {
        return new Line(agent, Draft.of(new Payload.Vote(proposal, stance, null, 1), confidence));
    }

    public static Line discovers(String agent, String finding) {
        return new Line(agent, Draft.of(new Payload.Discovery(finding, null, 0.5), 0.7));
    }

    public static Line challenges(String agent, String proposal, String argument) {
        return new Line(agent,
                Draft.of(new Payload.Challenge("proposal " + proposal, argument, null), 0.7));
    }

    public static Line doubts(String agent, String proposal, String concern) {
        return new Line(agent,
                Draft.of(new Payload.Doubt("proposal " + proposal, concern, Payload.Severity.MEDIUM), 0.7));
    }

    /** Solves through all lenses. */
    public Outcome solve() {
        return solve(MathConfig.defaults());
    }

    /** Solves through all lenses but that one. */
    public Outcome solveWithout(Lens<?> lens) {
        return solve(MathConfig.defaults().without(lens));
    }

    /** Solves through that lens alone; every reason may stop. */
    public Outcome solveOnlyWith(Lens<?> lens) {
        return solve(MathConfig.defaults().withAllStops().withLenses(List.of(lens)));
    }

    public Outcome solve(MathConfig math) {
        return solve(math, new MemoryJournal(), swarm -> swarm.solve(Task.of("Which one?")));
    }

    /** Solves in the loop of an earlier version: resumes a run that was only opened, by that version. */
    public Outcome solveWithLoop(LoopVersion loop, MathConfig math) {
        Outcome now = solve(math);
        LogEntry opened = now.log().getFirst();
        Map<String, JsonValue> facts = new LinkedHashMap<>(
                ((JsonValue.Obj) Objects.requireNonNull(((Payload.Open) opened.signal().payload()).data())).fields());
        facts.put(LoopVersion.KEY, JsonValue.of(loop.number()));
        facts.remove(RunFacts.STOPS); // Only since the fourth version.
        if (loop == LoopVersion.FIRST) {
            facts.remove(LoopVersion.KEY);
        }
        Signal old = opened.signal();
        MemoryJournal journal = new MemoryJournal();
        journal.append(new Signal(old.id(), old.type(), old.source(), old.time(),
                Payload.Open.data(JsonValue.of(facts)), old.scope(), old.links(), old.grading(), old.lifetime(),
                old.audience(), old.extensions()), opened.emission(), opened.recordedAt());
        return solve(math, journal,
                swarm -> swarm.solveResumable(Task.of("Which one?"), now.result().solveId()));
    }

    private Outcome solve(MathConfig math, MemoryJournal journal, Function<Swarm, SwarmResult> course) {
        ManualWorld world = new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 42);
        List<Agent> agents = new ArrayList<>();
        script.forEach((id, lines) -> agents.add(agent(id, lines)));
        SwarmConfig config = SwarmConfig.of(agents).withWorld(world).withJournal(journal).withMath(math)
                .withConsensus(SolveTestBed.AT_ONCE.withThreshold(threshold).withMaxWeight(200)
                        .withConflictResolution(ConflictResolution.NONE))
                .withLimits(Limits.defaults().withMaxRounds(Math.max(rounds, 1)).withMaxSignals(100_000));
        try (Swarm swarm = new Swarm(config)) {
            return new Outcome(course.apply(swarm), journal.read(1, Integer.MAX_VALUE));
        }
    }

    private static Agent agent(String id, Map<Integer, List<Draft>> lines) {
        return Agent.of(AgentProfile.of(id), new Participant() {
            @Override
            public List<Draft> react(Turn turn) {
                return lines.getOrDefault(turn.round(), List.of());
            }

            @Override
            public boolean wantsTurn(int round) {
                return true;
            }
        });
    }

    /**
     * Outcome of a solve.
     *
     * @param result the result of the solve
     * @param log everything in its journal
     */
    public record Outcome(SwarmResult result, List<LogEntry> log) {

        /**
         * Named events that mathematics takes part in, in order. These are each {@code lens:finding} with lens and
         * kind, each challenge of the runtime, the decision, the ending.
         */
        public List<String> events() {
            List<String> events = new ArrayList<>();
            for (LogEntry entry : log) {
                String type = entry.signal().type().text();
                int round = entry.signal().scope().round() == null ? 0 : entry.signal().scope().round();
                if (type.equals("lens:finding") && entry.signal().payload() instanceof Payload.Open open) {
                    events.add(round + " lens:finding " + open.data());
                } else if (entry.emission().by().equals("orchestrator")
                        && entry.signal().type().profile() == Profile.SWARM) {
                    events.add(round + " " + type + " " + entry.signal().payload());
                }
            }
            events.add("ending " + result.ending().wireName());
            return events;
        }

        /** Findings of that lens, in order. */
        public List<Finding> findingsOf(Lens<?> lens) {
            return result.mathAnalysis().findings().stream().filter(finding -> finding.lens().equals(lens.name()))
                    .toList();
        }
    }
}
