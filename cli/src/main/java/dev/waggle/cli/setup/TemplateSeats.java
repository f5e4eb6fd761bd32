package dev.waggle.cli.setup;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.template.RoleSpec;
import dev.waggle.swarm.template.TemplateSpec;

/** Roles of a template for people alone. A person may receive and emit every type, as without a template. */
public final class TemplateSeats {

    private TemplateSeats() {}

    /**
     * Gives each person a role and its weight. A ROLE that is the id of a role stands for that one, any other ROLE
     * stays. Without a ROLE the id of the seat counts, and else the next role that is free. People beyond the roles
     * stay as they are.
     */
    public static List<AgentProfile> fill(TemplateSpec template, List<AgentProfile> people) {
        Map<String, AgentProfile> roles = new LinkedHashMap<>();
        template.roles().stream().map(RoleSpec::profile).forEach(role -> roles.put(role.id(), role));
        Set<String> taken = new HashSet<>();
        people.forEach(person -> taken.add(word(person)));
        List<AgentProfile> free = new ArrayList<>(roles.values());
        free.removeIf(role -> taken.contains(role.id()));
        List<AgentProfile> filled = new ArrayList<>();
        for (AgentProfile person : people) {
            AgentProfile role = roles.get(word(person));
            if (role == null && person.role().isEmpty() && !free.isEmpty()) {
                role = free.removeFirst();
            }
            filled.add(role == null ? person : played(person, role));
        }
        return filled;
    }

    /** The word that may name a role. */
    private static String word(AgentProfile person) {
        return person.role().isEmpty() ? person.id() : person.role();
    }

    private static AgentProfile played(AgentProfile person, AgentProfile role) {
        boolean isNamed = !person.name().equals(person.id());
        AgentProfile playing = person.withRole(role.role()).withWeight(role.weight());
        return isNamed || !person.id().equals(role.id()) ? playing : playing.withName(role.name());
    }
}
