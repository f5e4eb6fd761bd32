package dev.waggle.cli.models;

import java.util.ArrayList;
import java.util.List;

/**
 * A part that a model can play. The first few make a team that looks in different directions; more agents are the same
 * parts again.
 *
 * @param id what votes and logs call it
 * @param name for people
 * @param task what it is there for, told to the model
 * @param temper the name of its personality
 */
record Role(String id, String name, String task, String temper) {

    /** Most agents of one team: each asks a model in every round. */
    static final int MOST = 1_000;

    private static final List<Role> ROLES = List.of(
            new Role("explorer", "Explorer", "finds facts and angles that bear on the question, and proposes answers"
                    + " that others may not think of", "creative"),
            new Role("analyst", "Analyst", "works the question through step by step, checks numbers and logic, and"
                    + " proposes what follows", "analytical"),
            new Role("critic", "Critic", "looks for what is wrong with each proposal: false assumptions, gaps, risks"
                    + " that nobody named", "critical"),
            new Role("pragmatist", "Pragmatist", "asks what would really work, at what cost, with whom and by when",
                    "balanced"),
            new Role("synthesizer", "Synthesizer", "brings findings and objections together into the one proposal that"
                    + " holds best, and says what stays open", "balanced"),
            new Role("skeptic", "Skeptic", "argues against the answer that is ahead, as strongly as honesty allows",
                    "bold"),
            new Role("checker", "Fact checker", "tests claims against what is known, and says how good the evidence is",
                    "analytical"));

    /** That many agents, at least 1 and at most {@value #MOST}. */
    static List<Role> team(int agents) {
        List<Role> team = new ArrayList<>();
        for (int i = 0; i < agents; i++) {
            Role role = ROLES.get(i % ROLES.size());
            int nth = i / ROLES.size() + 1;
            team.add(nth == 1
                    ? role
                    : new Role(role.id + '-' + nth, role.name + ' ' + nth, role.task, role.temper));
        }
        return team;
    }
}
