package dev.waggle.connect.a2a.protocol;

import java.util.List;

/**
 * Card of an agent: how it is called and what it can do. Signatures and the security of single skills are not kept.
 *
 * @param interfaces addresses, the preferred first
 * @param modes media types of skills that state none
 */
public record A2aAgentCard(A2aAgentIdentity identity, List<A2aInterface> interfaces, A2aCapabilities capabilities,
        A2aSecurity security, A2aMediaModes modes, List<A2aSkill> skills) {

    public A2aAgentCard {
        interfaces = List.copyOf(interfaces);
        skills = List.copyOf(skills);
        if (interfaces.isEmpty()) {
            throw new IllegalArgumentException("an agent card must have at least one interface");
        }
    }
}
