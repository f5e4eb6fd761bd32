package dev.waggle.connect.a2a.client;

import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.signal.harness.CallMeter.TokenPricing;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.swarm.harness.ModelScheme.SchemeOptions;

/**
 * Harness of a remote agent. The conversation goes as one text, and the text of the answer comes back. The agent sees
 * which conversation a message belongs to, and keeps its own memory of it.
 *
 * <p>An agent reports no tokens and no cost. So its tokens are estimated and its cost is unknown, which the first call
 * says. A budget in money refuses its calls unless a price for it is given.
 *
 * <p>A task that ends in a question, a login, a rejection or a failure is a failed call that quotes the agent. The name
 * in a card changes nothing: the seat keeps its own.
 */
final class RemoteAgentHarness implements Harness {

    private static final int ID_LENGTH = 32;

    private final RemoteAgent agent;
    private final SchemeOptions options;
    private final SecretSet secrets;
    private final AgentFailures failures;

    RemoteAgentHarness(RemoteAgent agent, SchemeOptions options) {
        this.agent = agent;
        this.options = options;
        secrets = agent.secrets(options.secrets());
        failures = agent.failures(secrets);
    }

    @Override
    public String type() {
        return AgentAddress.SCHEME;
    }

    @Override
    public String displayName() {
        return "A2A agent at " + agent.address().url();
    }

    @Override
    public String model() {
        return agent.address().name();
    }

    @Override
    public Optional<TokenPricing> pricing() {
        return options.pricing();
    }

    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true, false, false, false);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        return HarnessRun.of(this, input, context, run -> answer(input, context, run));
    }

    private HarnessOutput answer(HarnessInput input, RunContext context, HarnessRun run)
            throws HarnessException, InterruptedException {
        if (options.pricing().isEmpty()) {
            if (context.meter().lacksPrice(model())) {
                throw failures.unpriced();
            }
            options.notices().accept("the cost of a remote agent is unknown: its tokens are estimated, at the price of"
                    + " an unknown model");
        }
        AgentEndpoint endpoint = agent.endpoint(context.deadline());
        AnswerSink sink = new AnswerSink(run, secrets);
        new RemoteAgentCall(agent, endpoint, context, run, sink, failures).run(message(input, context, run));
        return new HarnessOutput(run.textSoFar(), List.of(), null, null,
                run.isCut() ? ModelStopReason.MAX_TOKENS : ModelStopReason.END, run.isCut() ? HarnessOutput.CUT : null);
    }

    private A2aMessage message(HarnessInput input, RunContext context, HarnessRun run) {
        String id = "msg_" + RequestHash.of(run.request() + '#' + context.world().nanos() + '#' + agent.nextId())
                .substring(0, ID_LENGTH);
        A2aMessage.Links links = agent.contexts().of(context.caller())
                .map(known -> new A2aMessage.Links(known, null, List.of())).orElse(A2aMessage.Links.NONE);
        return new A2aMessage(id, A2aRole.USER, List.of(A2aPart.text(text(input))), links);
    }

    /** The conversation as one text: the instructions, then each turn, named if there are several. */
    private static String text(HarnessInput input) {
        StringJoiner text = new StringJoiner("\n\n");
        if (input.system() != null) {
            text.add(input.system());
        }
        boolean isNamed = input.messages().size() > 1;
        for (Message message : input.messages()) {
            String name = message.role() == Message.Role.ASSISTANT ? "You answered:\n" : "";
            text.add((isNamed ? name : "") + message.content());
        }
        return text.toString();
    }
}
