package dev.waggle.swarm.engine.record;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * Facts that name the trace of a run, beside its log. They have a scope of their own: a trace differs each time, and a
 * replay compares every entry of a run.
 */
final class TraceFacts {

    /** Type of the fact that a run is traced. */
    static final SignalType TRACED = SignalType.custom("run:traced");

    /** Maximum number of earlier traces that a resumption links to; the latest count. */
    private static final int MAX_EARLIER = 8;

    private static final String SCOPE = "trace of ";
    private static final String PARENT = "traceparent";

    private TraceFacts() {}

    /** The scope of the facts about the traces of a run. */
    static String scopeOf(String run) {
        return SCOPE + run;
    }

    /** Notes the trace of a run. A journal that cannot hold it is no reason to fail: a resumption then has no link. */
    static void note(Journal journal, String run, Map<String, String> headers, World world) {
        String parent = headers.get(PARENT);
        if (parent == null) {
            return;
        }
        String scope = scopeOf(run);
        World own = world.fork(scope + ' ' + parent); // So that the ids of the solve are the same without a trace.
        Stamp stamp = new Stamp(own.nextId("sig"), Source.named(InfrastructureNames.ORCHESTRATOR), own.now(),
                Scope.ofRun(scope, 0));
        try {
            LogEntry _ = journal.append(RunFacts.fact(TRACED,
                    Payload.Open.data(new JsonObjectBuilder().with("run", run).with(PARENT, parent).json()), stamp,
                    Links.NONE), Emission.by(InfrastructureNames.ORCHESTRATOR), own.now());
        } catch (RuntimeException unwritable) {
            System.getLogger(TraceFacts.class.getName()).log(System.Logger.Level.DEBUG,
                    "the trace of " + run + " could not be noted", unwritable);
        }
    }

    /** The {@code traceparent} of earlier traces of a run, the oldest first. */
    static List<String> earlier(Journal journal, String run) {
        try {
            List<String> all = journal.entriesOf(scopeOf(run)).stream().map(LogEntry::signal)
                    .filter(signal -> signal.type().equals(TRACED)).map(signal -> FactBody.of(signal).text(PARENT))
                    .toList();
            return all.subList(Math.max(0, all.size() - MAX_EARLIER), all.size());
        } catch (RuntimeException unreadable) {
            System.getLogger(TraceFacts.class.getName()).log(System.Logger.Level.DEBUG,
                    "earlier traces of " + run + " could not be read", unreadable);
            return List.of();
        }
    }
}
