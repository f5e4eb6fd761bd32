package dev.waggle.swarm.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.swarm.agent.AgentProfile;

/**
 * A model that plays every role by the rules. It finds something first and proposes when it may and nothing is proposed
 * yet. It votes for that or for the first proposal that it is shown.
 */
final class RolePlayingModel implements Harness {

    static final String ANSWER = "Buy time with a read replica";

    private static final Pattern PROPOSED = Pattern.compile("\"proposalId\":\"([^\"]+)\"");

    private final Map<String, AgentProfile> players = new LinkedHashMap<>();
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();

    RolePlayingModel(TemplateSpec template) {
        template.roles().forEach(role -> players.put(role.id(), role.profile()));
    }

    /** Ids of the roles that were asked, in order. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    @Override
    public String type() {
        return "troupe";
    }

    @Override
    public String displayName() {
        return "a model that plays by the book";
    }

    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true, true, true, true);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        String id = context.caller().emission().by();
        asked.add(id);
        String prompt = input.messages().getLast().content();
        return HarnessRun.of(this, input, context, run -> HarnessOutput.of(answer(id, prompt)));
    }

    private String answer(String id, String prompt) {
        AgentProfile me = players.get(id);
        if (me == null) {
            throw new IllegalStateException("nobody is called " + id);
        }
        List<String> signals = new ArrayList<>();
        Matcher proposed = PROPOSED.matcher(prompt);
        boolean isProposed = proposed.find();
        if (me.mayEmit(SignalType.DISCOVERY) && !prompt.contains("seen by " + id)) {
            signals.add("{'type':'discovery','confidence':0.8,'content':'seen by " + id + "','relevance':0.8}");
        }
        boolean proposes = me.mayEmit(SignalType.PROPOSAL) && !isProposed && prompt.contains("seen by");
        if (proposes) {
            signals.add("{'type':'proposal','confidence':0.9,'proposalId':'mine','content':'" + ANSWER
                    + "','reasoning':'It lasts.'}");
        }
        if (me.mayEmit(SignalType.VOTE) && (proposes || isProposed)) {
            signals.add("{'type':'vote','confidence':0.9,'weight':1,'stance':'agree','proposalId':'"
                    + (proposes ? "mine" : proposed.group(1)) + "','reasoning':'It holds.'}");
        }
        return ("{'signals':[" + String.join(",", signals) + "]}").replace('\'', '"');
    }
}
