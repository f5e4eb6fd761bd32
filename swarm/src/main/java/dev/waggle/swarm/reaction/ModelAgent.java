package dev.waggle.swarm.reaction;

import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.reaction.prompt.PromptBuilder;

/**
 * An agent backed by a model.
 *
 * <pre>
 *   gate -> choose a strategy -> perceive -> ask the model -> read the reply -> review -> say
 *     nothing passes: silent      defer: silent                   nothing to say: ask once more, then fail
 * </pre>
 *
 * <p>One turn takes all waiting signals, and as a rule costs one model call. A turn whose call fails, or whose reply
 * is unusable twice, fails with the reason, and the solve continues without it.
 */
public final class ModelAgent implements Agent {

    private final AgentProfile profile;
    private final ModelAgentConfig config;
    /** The same in every turn of every solve; its system prompt is the same for all agents. */
    private final ModelParticipant.ModelLink link;

    /**
     * @param config options of the agent
     * @throws IllegalStateException when no parser of its replies is installed; {@code waggle-journal} has one
     */
    public ModelAgent(AgentProfile profile, Harness harness, ModelAgentConfig config) {
        this.profile = profile;
        this.config = config;
        link = new ModelParticipant.ModelLink(harness, PromptBuilder.system());
    }

    /**
     * An agent of that role that listens to the types of a deliberation, may emit everything, and never defers. The
     * constructor offers the other options.
     *
     * @param id unique in its swarm, and its name
     * @param role its task in the team, shown to the model, for example {@code looks for what is wrong}
     * @throws IllegalStateException when no parser of its replies is installed; {@code waggle-journal} has one
     */
    public static ModelAgent of(String id, String role, Harness harness) {
        return new ModelAgent(AgentProfile.of(id).withRole(role), harness,
                ModelAgentConfig.defaults().without(ReactionStrategy.DEFER));
    }

    @Override
    public AgentProfile profile() {
        return profile;
    }

    @Override
    public Participant join(JoinContext briefing) {
        StrategyChooser chooser = config.behavior().choosers().of(profile.id(), briefing.run());
        return new ModelParticipant(profile, link, config, chooser, briefing);
    }
}
