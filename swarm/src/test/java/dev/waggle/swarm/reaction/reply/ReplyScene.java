package dev.waggle.swarm.reaction.reply;

import java.util.List;
import java.util.Locale;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.SampleLog;

/** A scene with two proposals, P2 of the analyst and P4 of the planner, and parsed replies of the critic in it. */
final class ReplyScene {

    static final String STAGES = "migrate-in-two-stages-9c41e07a";
    static final String MACHINE = "buy-a-larger-machine-52d8b6f3";

    private static final double SURE = 0.8;

    private final SampleLog log = new SampleLog();

    ReplyScene() {
        log.says("analyst", new Payload.Proposal(STAGES, "Migrate in two stages", ""), SURE);
        log.finds("scout", "Writes double", SURE);
        log.says("planner", new Payload.Proposal(MACHINE, "Buy a larger machine", ""), SURE);
    }

    ReplyParser parser() {
        return new ReplyParser(AgentProfile.of("critic"), new SignalReferences(log.all(),
                id -> log.all().stream().map(Signal::id).toList().indexOf(id) + 1, List.of()),
                log.all().getFirst().id());
    }

    /** A vote for that proposal, as JSON. */
    static String vote(String proposal, String stance) {
        return "{\"type\":\"vote\",\"confidence\":0.8,\"proposalId\":\"" + proposal + "\",\"stance\":\"" + stance
                + "\"}";
    }

    static String found(String content) {
        return "{\"type\":\"discovery\",\"confidence\":0.8,\"content\":\"" + content + "\"}";
    }

    static String reply(String... items) {
        return "{\"signals\":[" + String.join(",", items) + "]}";
    }

    /** Short form of a reply: its votes and texts, or the word repair. */
    static String summary(ModelReply reply) {
        if (reply.failed()) {
            return "repair";
        }
        String said = reply.drafts().stream().map(Draft::payload).map(ReplyScene::summary).sorted().toList().toString()
                .replace('\n', ' ');
        return said + (reply.faults().isEmpty() ? "" : " -" + reply.faults().size());
    }

    private static String summary(Payload payload) {
        return switch (payload) {
            case Payload.Vote vote -> (vote.proposalId().equals(STAGES) ? "P2 "
                    : vote.proposalId().equals(MACHINE) ? "P4 " : "own ")
                    + vote.stance().name().toLowerCase(Locale.ROOT);
            case Payload.Discovery found -> found.finding();
            case Payload.Proposal proposal -> "proposal " + proposal.content();
            default -> payload.toString();
        };
    }
}
