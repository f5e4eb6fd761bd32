package dev.waggle.swarm.evolution.control;

import java.util.Set;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.evolution.AgentVacancy;
import dev.waggle.swarm.reaction.Personality;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RolePresetsTest {

    @ParameterizedTest
    @CsvSource({"critical-challenger, 0.8, 0.3, 0.1, 0.6, challenge doubt discovery vote",
        "lateral-thinker, 0.9, 0.4, 0.2, 0.5, discovery proposal challenge",
        "vote-specialist, 0.4, 0.6, 0.8, 0.3, vote discovery",
        "bridge-connector, 0.6, 0.5, 0.5, 0.7, discovery proposal vote",
        "active-contributor, 0.7, 0.4, 0.4, 0.6, discovery proposal challenge vote",
        "discovery-specialist, 0.9, 0.3, 0.2, 0.5, discovery proposal challenge",
        "anything-else, 0.7, 0.5, 0.3, 0.5, discovery proposal challenge vote"})
    void aPresetIsAsSpecified(String domain, double curiosity, double caution, double conformity, double verbosity,
            String types) {
        AgentVacancy vacancy = RolePresets.vacancy("id", domain, "why");

        assertThat(vacancy.personality()).isEqualTo(new Personality(curiosity, caution, conformity, verbosity));
        assertThat(vacancy.profile().canEmit()).extracting(SignalType::text)
                .containsExactlyInAnyOrder(types.split(" ", -1));
        assertThat(vacancy.profile().name()).isEqualTo(domain);
        assertThat(vacancy.profile().role()).isNotBlank();
    }

    /** The rules of {@link Personality}: at or below 0.3 deaf to discoveries, from 0.8 on to doubts and challenges. */
    @ParameterizedTest
    @ValueSource(strings = {"critical-challenger", "challenge-specialist", "doubt-specialist", "lateral-thinker",
        "explorer", "problem-reframer", "vote-specialist", "tie-breaker", "bridge-connector", "mediator",
        "synthesizer", "active-contributor", "proposal-specialist", "discovery-specialist", "experimenter",
        "root-cause-analyst", "domain-expert"})
    void everybodyHearsWhatItSpeaksAboutAndIsDeafToNothing(String domain) {
        AgentVacancy vacancy = RolePresets.vacancy("id", domain, "why");
        AgentProfile profile = vacancy.profile();
        Personality personality = vacancy.personality();
        Set<SignalType> hears = profile.listens();

        assertThat(hears).contains(SignalType.TASK_NEW, SignalType.PROPOSAL, SignalType.DISCOVERY);
        assertThat(personality.curiosity()).isGreaterThan(0.3);
        assertThat(personality.caution()).isLessThanOrEqualTo(0.7);
        assertThat(hears.contains(SignalType.CHALLENGE)).isEqualTo(personality.conformity() < 0.8);
        assertThat(hears.contains(SignalType.DOUBT)).isEqualTo(personality.conformity() < 0.8);
    }

    @Test
    void aVacancyIsOfOneAgent() {
        assertThatThrownBy(() -> new AgentVacancy("a", "mediator", "why", AgentProfile.of("b"), Personality.BALANCED))
                .hasMessageContaining("\"a\"").hasMessageContaining("\"b\"");
    }
}
