package dev.waggle.server.api.a2a;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.connect.a2a.protocol.A2aAgentCard;
import dev.waggle.connect.a2a.protocol.A2aAgentIdentity;
import dev.waggle.connect.a2a.protocol.A2aCapabilities;
import dev.waggle.connect.a2a.protocol.A2aInterface;
import dev.waggle.connect.a2a.protocol.A2aMediaModes;
import dev.waggle.connect.a2a.protocol.A2aSecurity;
import dev.waggle.connect.a2a.protocol.A2aSecurityScheme;
import dev.waggle.connect.a2a.protocol.A2aSkill;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.swarm.template.TemplateSpec;
import dev.waggle.swarm.template.Templates;
import org.jspecify.annotations.Nullable;

/** Agent cards of this server. Their skills are the templates of swarms, or its one team. */
final class AgentCards {

    private static final String BEARER = "bearer";
    private static final String TEXT = "text/plain";
    private static final String JSON = "application/json";

    private final A2aSettings settings;

    AgentCards(A2aSettings settings) {
        this.settings = settings;
    }

    /**
     * The card that everybody may read.
     *
     * @param host host of the request, for an address of the server that no setting states
     */
    A2aAgentCard open(@Nullable String host) {
        return card(host, skills());
    }

    /** The card for callers with a token, with the fields of an order. */
    A2aAgentCard extended(@Nullable String host) {
        if (settings.hasOneTeam()) {
            return open(host);
        }
        List<A2aSkill> skills = new ArrayList<>(skills());
        skills.add(new A2aSkill("order", "Order with its own team and rules",
                "Solves a question with the team and the rules of a data part. The data part has the fields of the "
                        + "operation startSolve in /v1/openapi.json, such as models, agents, seats, strategy, "
                        + "threshold, maxRounds and budgetUsd.",
                List.of("swarm", "order"), List.of("{\"template\": \"decision\", \"maxRounds\": 4}"),
                A2aMediaModes.DEFAULT));
        return card(host, skills);
    }

    private A2aAgentCard card(@Nullable String host, List<A2aSkill> skills) {
        String url = address(host) + A2aApi.PATH;
        List<A2aInterface> interfaces = Stream.of(A2aVersion.V1_0, A2aVersion.V0_3)
                .map(version -> new A2aInterface(url, A2aInterface.JSON_RPC, version.cardNumber(), null)).toList();
        return new A2aAgentCard(
                new A2aAgentIdentity("Waggle", "A swarm of LLM agents that debates a question and decides it by votes. "
                        + "It returns the answer with a confidence, the votes and the dissent.", settings.version(),
                        null, address(host) + "/v1/openapi.json", null),
                interfaces, new A2aCapabilities(true, true, true, List.of()),
                new A2aSecurity(Map.of(BEARER, new A2aSecurityScheme.HttpAuth("bearer", null,
                        "A token of this server: waggle token create NAME --scope read,solve")),
                        List.of(Map.of(BEARER, List.of()))),
                new A2aMediaModes(List.of(TEXT, JSON), List.of(TEXT, JSON)), skills);
    }

    private List<A2aSkill> skills() {
        return settings.hasOneTeam()
                ? List.of(new A2aSkill("solve", "Answer to a question", "Solves a question with the team and the rules "
                        + "of this server.", List.of("swarm", "consensus"), List.of("Shard the database or buy time?"),
                        A2aMediaModes.DEFAULT))
                : Templates.builtIn().stream().map(AgentCards::skill).toList();
    }

    private static A2aSkill skill(TemplateSpec template) {
        return new A2aSkill(template.name(), "Swarm for " + template.name(), template.purpose(),
                List.of("swarm", "consensus", template.name()),
                List.of("{\"template\": \"" + template.name() + "\"}"), A2aMediaModes.DEFAULT);
    }

    private String address(@Nullable String host) {
        URI known = settings.publicUrl();
        String address = known != null ? known.toString()
                : (settings.isTls() ? "https://" : "http://") + (host == null ? "localhost" : host);
        return address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    }
}
