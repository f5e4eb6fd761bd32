package dev.waggle.review.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.review.RunLog;
import dev.waggle.review.RunParameters;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.JoinFacts;
import dev.waggle.swarm.runlog.LifecycleFacts;
import org.jspecify.annotations.Nullable;

/** Members of a run as its log introduces them. */
public final class ViewAgents {

    private final Map<String, ViewAgent> known = new LinkedHashMap<>();

    private ViewAgents() {}

    /** Kind of an author. */
    public enum AgentKind implements WireConstant {
        /** Agent in code or of a model. */
        AGENT,
        /** Person who answers later. */
        PERSON,
        /** Part of the runtime. */
        RUNTIME,
        /** Source outside the swarm. */
        OTHER
    }

    /**
     * Author of marks.
     *
     * @param id its id
     * @param name its name; the id where the log has none
     * @param role its role; {@code null} where the log has none
     * @param models the models that were paid for it
     * @param kind its kind
     */
    public record ViewAgent(String id, String name, @Nullable String role, List<String> models, AgentKind kind) {

        public ViewAgent {
            models = List.copyOf(models);
        }
    }

    /** The members that a log introduces, in order. */
    static ViewAgents of(RunLog log, List<LogEntry> entries) {
        ViewAgents agents = new ViewAgents();
        log.opened().ifPresent(agents::addOpened);
        entries.stream().filter(RunLog::isOfRuntime).map(LogEntry::signal).forEach(agents::addFact);
        return agents;
    }

    Set<String> ids() {
        return known.keySet();
    }

    /** An author with its models; one that the log does not introduce has its id as its name. */
    ViewAgent agent(String id, Map<String, Set<String>> models) {
        ViewAgent member = known.get(id);
        List<String> paid = List.copyOf(models.getOrDefault(id, Set.of()));
        return member == null
                ? new ViewAgent(id, nameOf(id), null, paid, kindOf(id))
                : new ViewAgent(id, member.name(), member.role(), paid, member.kind());
    }

    private void addOpened(Signal opened) {
        if (RunParameters.facts(opened).get("agents") instanceof JsonValue.Arr(var agents)) {
            for (JsonValue agent : agents) {
                if (agent instanceof JsonValue.Obj(var fields)) {
                    RunParameters.text(fields, "id").filter(id -> !id.isBlank()).ifPresent(id -> add(id,
                            RunParameters.text(fields, "name").filter(name -> !name.isBlank()).orElse(id),
                            RunParameters.text(fields, "role").orElse(null), AgentKind.AGENT));
                }
            }
        }
    }

    private void addFact(Signal fact) {
        boolean isJoin = fact.type().equals(JoinFacts.JOINED);
        if (!isJoin && !fact.type().equals(LifecycleFacts.EVOLUTION_SPAWNED)) {
            return;
        }
        Map<String, JsonValue> facts = RunParameters.facts(fact);
        RunParameters.text(facts, "agent").ifPresent(id -> {
            ViewAgent before = known.get(id);
            AgentKind kind = JsonValue.of(true).equals(facts.get("remote")) ? AgentKind.PERSON : AgentKind.AGENT;
            if (before == null) {
                add(id, id, RunParameters.text(facts, "role").orElse(null), kind);
            } else if (isJoin) {
                known.put(id, new ViewAgent(id, before.name(), before.role(), List.of(), kind));
            }
        });
    }

    private void add(String id, String name, @Nullable String role, AgentKind kind) {
        known.putIfAbsent(id, new ViewAgent(id, name, role, List.of(), kind));
    }

    /** The last part of the identity of a source, else the id. */
    private static String nameOf(String id) {
        return id.startsWith(Source.IDENTITY_PREFIX) ? id.substring(id.lastIndexOf(':') + 1) : id;
    }

    private static AgentKind kindOf(String id) {
        boolean isPart = InfrastructureNames.contains(id) || id.equals(Source.named(SignalBus.SELF).identity())
                || id.equals(new Source.System().identity());
        return isPart ? AgentKind.RUNTIME : id.startsWith(Source.IDENTITY_PREFIX) ? AgentKind.OTHER : AgentKind.AGENT;
    }
}
