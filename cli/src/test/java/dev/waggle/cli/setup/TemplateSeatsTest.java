package dev.waggle.cli.setup;

import java.util.List;

import dev.waggle.setup.team.SeatParser;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.template.RoleSpec;
import dev.waggle.swarm.template.TemplateSpec;
import dev.waggle.swarm.template.Templates;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** People in the roles of a template. */
class TemplateSeatsTest {

    private static final TemplateSpec REVIEW = Templates.named("code-review");

    private static List<AgentProfile> filled(String... seats) {
        return TemplateSeats.fill(REVIEW, SeatParser.parseAll(List.of(seats)));
    }

    private static AgentProfile role(String id) {
        return REVIEW.roles().stream().map(RoleSpec::profile).filter(role -> role.id().equals(id)).findFirst()
                .orElseThrow();
    }

    @Test
    void peopleTakeTheRolesInTheirOrder() {
        List<AgentProfile> people = filled("a", "b", "c", "d", "e", "f");

        assertThat(people).extracting(AgentProfile::id).containsExactly("a", "b", "c", "d", "e", "f");
        for (int i = 0; i < REVIEW.roles().size(); i++) {
            AgentProfile role = REVIEW.roles().get(i).profile();
            assertThat(people.get(i)).isEqualTo(AgentProfile.of(people.get(i).id()).withRole(role.role())
                    .withWeight(role.weight()));
        }
        assertThat(people.getLast()).isEqualTo(AgentProfile.of("f"));
    }

    @Test
    void aRoleAndAnIdNameARoleWhichNoOtherPersonGets() {
        List<AgentProfile> people = filled("maya | Maya", "olu | Olu | security", "performance");

        assertThat(people).extracting(AgentProfile::name).containsExactly("Maya", "Olu", "Performance Reviewer");
        assertThat(people).extracting(AgentProfile::role).containsExactly(role("architecture").role(),
                role("security").role(), role("performance").role());
        assertThat(people).extracting(AgentProfile::weight).containsExactly(1.0, 1.2, 1.0);
    }

    @Test
    void aRoleOfTheirOwnStays() {
        assertThat(filled("maya | | lawyer", "olu")).extracting(AgentProfile::role).containsExactly("lawyer",
                role("security").role());
    }
}
