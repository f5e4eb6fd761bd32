package dev.waggle.swarm.random;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.runlog.CallFacts;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.runlog.WorkFacts;

/**
 * The way of the mail of each agent. An answered turn has all that waited for it, and what it leaves unanswered is given
 * up in the log. Turns of debates and of the closing call have a mail of their own.
 */
final class MailCheck {

    private final SwarmRun run;
    private final Map<String, Set<String>> waiting = new HashMap<>();
    /** Mail that waited when the turn under way began; none for turns with a mail of their own. */
    private final Map<String, Set<String>> due = new HashMap<>();
    private final Map<String, Set<String>> dead = new HashMap<>();
    private final Set<String> deferred = new HashSet<>();
    private final Set<String> closing = new HashSet<>();
    private final Map<String, String> turns = new HashMap<>();
    private final Map<String, Integer> lastTurns = new HashMap<>();
    private boolean isDebate;

    MailCheck(SwarmRun run) {
        this.run = run;
        for (LogEntry entry : run.entries()) {
            Signal fact = entry.signal();
            if (fact.type().equals(InboxFacts.DEAD)) {
                InboxFacts.DeadMail mail = InboxFacts.readDead(fact);
                dead.computeIfAbsent(mail.agent(), _ -> new HashSet<>()).addAll(mail.signalIds());
            } else if (fact.type().equals(CallFacts.CLOSING)) {
                closing.addAll(CallFacts.readClosing(FactBody.of(fact)));
            } else if (fact.type().equals(WorkFacts.TURN) && FactBody.of(fact).has("answer")
                    && FactBody.of(fact).value("answer") instanceof JsonValue.Obj) {
                deferred.add(FactBody.of(fact).text("by") + " " + FactBody.of(fact).int32("number"));
            } else if (fact.type().equals(LifecycleFacts.AGENT_ACTIVATED)) {
                lastTurns.put(FactBody.of(fact).text("agent"), FactBody.of(fact).int32("invocation"));
            }
        }
    }

    Optional<String> complaint() {
        for (SwarmEvent event : run.events()) {
            Optional<String> wrong = Optional.empty();
            switch (event) {
                case SwarmEvent.SignalDelivered delivered -> deliver(delivered.targetAgentId(), delivered.signal());
                case SwarmEvent.LifecycleRecorded life -> begin(life.fact());
                case SwarmEvent.DebateStarted _ -> isDebate = true;
                case SwarmEvent.DebateEnded _ -> isDebate = false;
                case SwarmEvent.AgentReacted reacted -> {
                    wrong = answer(reacted.reaction().agentId(), reacted.reaction().inResponseTo());
                    turns.remove(reacted.reaction().agentId());
                }
                case SwarmEvent.AgentFailed failed when failed.failure().context().endsWith(".react") ->
                    turns.remove(failed.failure().agentId());
                default -> {}
            }
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private Set<String> waiting(String agent) {
        return waiting.computeIfAbsent(agent, _ -> new LinkedHashSet<>());
    }

    /** Adds to the mail of an agent; its own signals are none. */
    private void deliver(String agent, Signal signal) {
        if (!signal.source().label().equals(agent)) {
            waiting(agent).add(signal.id());
        }
    }

    private void begin(Signal fact) {
        if (fact.type().equals(LifecycleFacts.AGENT_ACTIVATED)) {
            String agent = FactBody.of(fact).text("agent");
            int invocation = FactBody.of(fact).int32("invocation");
            if (turns.put(agent, agent + " " + invocation) != null) {
                waiting(agent).clear(); // The outcome of the last turn is unknown.
            }
            boolean isClosing = closing.contains(agent) && lastTurns.getOrDefault(agent, 0) == invocation;
            due.put(agent, isDebate || isClosing ? Set.of() : Set.copyOf(waiting(agent)));
        }
    }

    private Optional<String> answer(String agent, List<String> stimuli) {
        if (deferred.contains(turns.get(agent))) {
            return Optional.empty();
        }
        Set<String> lost = new HashSet<>(due.getOrDefault(agent, Set.of()));
        lost.removeAll(stimuli);
        lost.removeAll(dead.getOrDefault(agent, Set.of()));
        waiting(agent).removeAll(stimuli);
        return SolveInvariants.complain(!lost.isEmpty(),
                () -> agent + " answered its turn " + turns.get(agent) + " without " + lost);
    }
}
