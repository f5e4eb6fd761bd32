package dev.waggle.lab.prompt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonLine;

/**
 * Scripted model that finds, proposes, challenges and votes in turns, in texts of 300 to 600 characters. It records its
 * requests by round and agent. Only the names of proposals and findings come from the prompt. Thread-safe.
 */
final class DebatingModel implements Harness {

    private static final int AGENTS_THAT_PROPOSE = 2;
    private static final Pattern PROPOSAL = Pattern.compile("\"ref\":\"(P[0-9]+)\"");
    private static final Pattern BALLOT = Pattern.compile("\"proposalId\":\"(P[0-9]+)\"");
    private static final Pattern FINDING = Pattern.compile("\"ref\":\"(#[0-9]+)\",\"type\":\"discovery\"");

    private static final List<String> SENTENCES = List.of(
            "Writes have doubled every five weeks since the billing import went live, and the curve has not bent.",
            "The primary spends a third of its time in checkpoints once the buffer pool is full.",
            "Forty tenants share the cluster, and the largest of them owns half of all rows.",
            "A replica takes the reports away within a day and needs no change of the application.",
            "Moving the data took nine months in 2024, most of it for the joins across tenants.",
            "The on-call rota has three people, and two of them know the storage layer.",
            "Archiving everything older than two years would shrink the hot set to a fifth.",
            "The larger machine is in stock, costs 4,100 a month and can be returned after ninety days.",
            "Lock waits cluster around the nightly export, which reads whole tables in one transaction.",
            "Routing by tenant is a change in one place, because every query carries the tenant already.",
            "Nobody has measured how the planner behaves when statistics of one tenant dominate.",
            "The contract promises 99.9 percent, and we have used two thirds of this quarter's allowance.");

    private final Map<String, Integer> turns = new ConcurrentHashMap<>();
    private final Map<RequestKey, HarnessInput> requests = new ConcurrentHashMap<>();
    private final List<String> agents;

    DebatingModel(List<String> agents) {
        this.agents = List.copyOf(agents);
    }

    /**
     * Request of an agent in a round.
     *
     * @param round the round, from 1
     * @param seat the place of the agent, from 0
     */
    record RequestKey(int round, int seat) {}

    /** The requests by round, then by the order of the agents. */
    List<Map.Entry<RequestKey, HarnessInput>> requests() {
        List<Map.Entry<RequestKey, HarnessInput>> sorted = new ArrayList<>(requests.entrySet());
        sorted.sort(Map.Entry.comparingByKey(
                Comparator.comparingInt(RequestKey::round).thenComparingInt(RequestKey::seat)));
        return sorted;
    }

    @Override
    public String type() {
        return "scripted";
    }

    @Override
    public String displayName() {
        return "a scripted model";
    }

    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true, true, true, false);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        return HarnessRun.of(this, input, context, run -> {
            String agent = context.caller().emission().by();
            int round = turns.merge(agent, 1, Integer::sum);
            int seat = agents.indexOf(agent);
            requests.put(new RequestKey(round, seat), input);
            String reply = reply(round, seat, input.messages().getFirst().content());
            run.text(reply);
            return HarnessOutput.of(reply);
        });
    }

    private static String reply(int round, int seat, String prompt) {
        List<String> signals = new ArrayList<>();
        if (!prompt.contains("Your task")) {
            named(BALLOT, prompt).forEach(name -> signals.add(vote(name, "abstain", round, seat)));
        } else if (round == 1) {
            signals.add(finding(round, seat));
            signals.add(finding(round, seat + SENTENCES.size()));
        } else {
            List<String> proposals = named(PROPOSAL, prompt);
            boolean proposes = round == 2 && seat < AGENTS_THAT_PROPOSE;
            if (proposes) {
                signals.add("{\"type\":\"proposal\",\"confidence\":0.7,\"proposalId\":\"own\",\"content\":"
                        + text(round, seat) + ",\"reasoning\":" + text(round, seat + 1) + "}");
                signals.add(vote("own", "agree", round, seat));
            } else if (proposals.isEmpty()) {
                signals.add(finding(round, seat));
                named(FINDING, prompt).stream().findFirst().ifPresent(ref -> signals.add(challenge(ref, round, seat)));
            } else {
                String first = proposals.getFirst();
                String last = proposals.getLast();
                signals.add(vote(first, (seat + round) % 2 == 0 ? "agree" : "disagree", round, seat));
                signals.add(vote(last, (seat + round) % 2 == 0 ? "disagree" : "agree", round, seat + 1));
                signals.add(challenge((seat + round) % 2 == 0 ? last : first, round, seat));
            }
        }
        return "{\"signals\":[" + String.join(",", signals) + "]}";
    }

    private static List<String> named(Pattern pattern, String prompt) {
        return pattern.matcher(prompt).results().map(found -> found.group(1)).distinct()
                .sorted(Comparator.comparingInt(name -> Integer.parseInt(name.substring(1)))).toList();
    }

    private static String finding(int round, int seat) {
        return "{\"type\":\"discovery\",\"confidence\":0.8,\"relevance\":0." + (3 + (seat + round) % 7)
                + ",\"content\":" + text(round, seat) + "}";
    }

    private static String challenge(String target, int round, int seat) {
        return "{\"type\":\"challenge\",\"confidence\":0.7,\"target\":\"" + target + "\",\"content\":"
                + text(round, seat + 2) + "}";
    }

    private static String vote(String proposal, String stance, int round, int seat) {
        return "{\"type\":\"vote\",\"confidence\":0.8,\"proposalId\":\"" + proposal + "\",\"stance\":\"" + stance
                + "\",\"reasoning\":" + text(round, seat + 3) + "}";
    }

    /** A quoted text of three to six sentences, another one for each round and place. */
    private static String text(int round, int place) {
        StringBuilder text = new StringBuilder("Case ").append(round).append('.').append(place).append(": ");
        int sentences = 3 + (round + place) % 3;
        for (int i = 0; i < sentences; i++) {
            text.append(SENTENCES.get((round * 5 + place * 3 + i * 7) % SENTENCES.size())).append(' ');
        }
        return JsonLine.quoted(text.toString().strip());
    }
}
