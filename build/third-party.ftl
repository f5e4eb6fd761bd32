<#-- The table of THIRD-PARTY.md. A library whose licences hold none of the list stops the build. -->
<#assign accepted = ["Apache-2.0", "MIT", "MIT-0", "BSD-2-Clause", "BSD-3-Clause", "EPL-2.0"]>
# Third-party libraries

The distribution of Waggle holds these libraries in `lib`, unchanged. Where a library offers several licences, Waggle
takes the one in the last column. The texts are in the jars, in `LICENSE` and in `licenses`.

| Library | Version | Licences offered | Licence taken |
|---|---|---|---|
<#list dependencyMap?sort_by(["key", "id"]) as entry>
<#assign library = entry.getKey()>
<#if library.groupId == "dev.waggle"><#continue></#if>
<#assign offered = entry.getValue()>
<#assign taken = "">
<#list accepted as licence><#if taken == "" && offered?seq_contains(licence)><#assign taken = licence></#if></#list>
<#if taken == "">
<#stop "${library.groupId}:${library.artifactId} offers only ${offered?join(', ', 'no licence')}. Maybe name its licence in cli/pom.xml, or do without it.">
</#if>
| `${library.groupId}:${library.artifactId}` | ${library.version} | ${offered?sort?join(" or ")} | ${taken} |
</#list>
