package dev.waggle.server.api.data;

import java.util.List;
import java.util.Set;

import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.template.RoleSpec;
import dev.waggle.swarm.template.TemplateSpec;
import dev.waggle.swarm.template.Templates;

/** Templates that a solve can name. */
public final class TemplatesApi {

    private static final String GROUP = "models";

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(Operation.of("listTemplates", HttpVerb.GET, "/v1/templates",
                "Lists the templates of swarms with their roles.",
                _ -> ApiAnswer
                        .ofRecord(new TemplateList(Templates.builtIn().stream().map(TemplatesApi::line).toList())))
                .answering(AnswerForm.json(200, "The templates.", TemplateList.class)).in(GROUP)
                .needing(AccessScope.READ));
    }

    /** The templates. */
    public record TemplateList(@ApiDoc("Templates.") List<TemplateLine> items) {}

    /** Template of a swarm. */
    public record TemplateLine(@ApiDoc("Its name in an order.") String name,
            @ApiDoc("Its purpose in a sentence.") String purpose, @ApiDoc("Maximum number of rounds.") int maxRounds,
            @ApiDoc("Its strategy of consensus.") String strategy,
            @ApiDoc("Share of the weight that decides.") double threshold,
            @ApiDoc("Its roles.") List<TemplateRole> roles) {}

    /** Role of a template. */
    public record TemplateRole(@ApiDoc("Its id.") String id, @ApiDoc("Its name.") String name,
            @ApiDoc("Its task.") String role, @ApiDoc("Weight of its votes.") double weight,
            @ApiDoc("Types that it hears.") List<String> listens, @ApiDoc("Types that it emits.") List<String> emits) {}

    private static TemplateLine line(TemplateSpec template) {
        return new TemplateLine(template.name(), template.purpose(), template.maxRounds(),
                template.consensus().strategy().id(), template.consensus().decision().threshold(),
                template.roles().stream().map(TemplatesApi::role).toList());
    }

    private static TemplateRole role(RoleSpec role) {
        return new TemplateRole(role.id(), role.profile().name(), role.profile().role(), role.profile().weight(),
                texts(role.profile().listens()), texts(role.profile().canEmit()));
    }

    private static List<String> texts(Set<SignalType> types) {
        return types.stream().map(SignalType::text).sorted().toList();
    }
}
