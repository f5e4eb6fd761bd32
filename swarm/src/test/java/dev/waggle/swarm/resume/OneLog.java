package dev.waggle.swarm.resume;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;

/** A small solve from one seed, as a process of its own, and the digest of what it wrote. */
final class OneLog {

    private OneLog() {}

    public static void main(String[] arguments) {
        System.out.println(digest());
    }

    /** The digest of the log: every entry in its order, every fact in the order in which it stands. */
    static String digest() {
        SolveTestBed table = new SolveTestBed();
        SolveTestBed.solve(table.config(agents()));
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            table.logged().forEach(entry -> digest.update(
                    (entry.sequence() + " " + entry.recordedAt() + " " + entry.emission() + " " + entry.signal() + "\n")
                            .getBytes(StandardCharsets.UTF_8)));
            return table.logged().size() + " entries " + HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static List<Agent> agents() {
        return List.of(
                ScriptedAgent.agent("a").listening(SignalType.TASK_NEW).says(1, ScriptedAgent.proposes("p1"),
                        ScriptedAgent.finds("it grows").withTtl(Duration.ofSeconds(90, 7)),
                        Draft.custom("note", Payload.Open.data(JsonValue.of("as it stands")))),
                ScriptedAgent.agent("b").listening(SignalType.TASK_NEW, SignalType.PROPOSAL)
                        .says(1, ScriptedAgent.proposes("p2")).says(2, ScriptedAgent.votes(Stance.AGREE, "p1")),
                ScriptedAgent.agent("c").listening(SignalType.PROPOSAL).says(2,
                        ScriptedAgent.votes(Stance.AGREE, "p1")),
                ScriptedAgent.agent("d").does(1, turn -> {
                    throw new IllegalStateException("tired");
                }));
    }
}
