package dev.waggle.swarm.template;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.reaction.ModelAgentConfig;

/**
 * The built-in templates.
 *
 * <pre>{@code
 * try (Swarm swarm = new Swarm(Templates.decision(model, ModelAgentConfig.defaults()))) {
 *     SwarmResult result = swarm.solve(Task.of("Shard the database or buy time?"));
 * }
 * }</pre>
 */
public final class Templates {

    private static final List<TemplateSpec> BUILT_IN = List.of(ResearchTemplate.SPEC, DecisionTemplate.SPEC,
            CodeReviewTemplate.SPEC, DebugTemplate.SPEC);

    private static final Map<String, String> QUESTIONS = Map.of(CodeReviewTemplate.SPEC.name(),
            CodeReviewTemplate.QUESTION, DebugTemplate.SPEC.name(), DebugTemplate.QUESTION);

    private Templates() {}

    /** Two explorers, a fact checker and a critic examine a question, and a synthesizer states the result. */
    public static SwarmConfig research(Harness model, ModelAgentConfig config) {
        return ResearchTemplate.SPEC.withModel(model, config);
    }

    /** The case for, the case against, risks, chances and a contrarian before a judge with a double vote. */
    public static SwarmConfig decision(Harness model, ModelAgentConfig config) {
        return DecisionTemplate.SPEC.withModel(model, config);
    }

    /** Team of reviewers for security, speed, design and edge cases, and a writer of the review. */
    public static SwarmConfig codeReview(Harness model, ModelAgentConfig config) {
        return CodeReviewTemplate.SPEC.withModel(model, config);
    }

    /** From a bug to a fix that was reviewed: facts, rival causes, tests of them, the smallest change. */
    public static SwarmConfig debug(Harness model, ModelAgentConfig config) {
        return DebugTemplate.SPEC.withModel(model, config);
    }

    /** All of them, to be filled with other agents. */
    public static List<TemplateSpec> builtIn() {
        return BUILT_IN;
    }

    /**
     * The question that a template asks about a material, such as a diff or a log, that comes without one. Empty for
     * templates that need a question.
     */
    public static Optional<String> questionOf(TemplateSpec template) {
        return Optional.ofNullable(QUESTIONS.get(template.name()));
    }

    /** The built-in template of that name; refuses unknown names and lists the known ones. */
    public static TemplateSpec named(String name) {
        for (TemplateSpec template : BUILT_IN) {
            if (template.name().equals(name)) {
                return template;
            }
        }
        throw new IllegalArgumentException("unknown template \"" + name + "\"\nMaybe one of: "
                + BUILT_IN.stream().map(TemplateSpec::name).collect(Collectors.joining(", ")) + ".");
    }
}
