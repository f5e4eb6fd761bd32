package dev.waggle.swarm.reaction;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import org.jspecify.annotations.Nullable;

/**
 * What an agent and its model say to each other in one turn. A harness that can resume is told only what is new, under
 * the session of its last answer; any other is told everything again. Owned by one turn.
 */
final class Conversation {

    /** Most characters of an answer that is told again: enough to see what was wrong with it. */
    private static final int MAX_QUOTED = 4_000;

    private final Harness harness;
    private final RunContext context;
    private final ModelAgentConfig.Asking asking;
    private final String system;
    private final List<Message> told = new ArrayList<>();
    private @Nullable String session;
    private int calls;

    Conversation(Harness harness, RunContext context, ModelAgentConfig.Asking asking, String system) {
        this.harness = harness;
        this.context = context;
        this.asking = asking;
        this.system = system;
    }

    /** Says something; what the model answers. */
    String ask(String words) throws HarnessException, InterruptedException {
        Message message = Message.user(words);
        told.add(message);
        HarnessOutput answer = run(List.of(message));
        told.add(new Message(Message.Role.ASSISTANT, SignalLines.cut(answer.content(), MAX_QUOTED)));
        return answer.content();
    }

    /** How often the model was asked. */
    int calls() {
        return calls;
    }

    private HarnessOutput run(List<Message> fresh) throws HarnessException, InterruptedException {
        boolean resumes = session != null && harness.capabilities().resume();
        calls++;
        HarnessOutput output = harness.run(new HarnessInput(system, resumes ? fresh : told, List.of(), List.of(),
                resumes ? session : null, (double) asking.maxOutputTokens(), asking.temperature()), context);
        session = output.sessionId();
        return output;
    }
}
