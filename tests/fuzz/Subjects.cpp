// Statements and expressions of the subjects that a kernel has.
#include "Body.h"

namespace helicon::fuzz {

bool Body::subjectStatement(const Place &place) {
  using Writer = bool (Body::*)(const Place &);
  const std::array<std::pair<bool, Writer>, 10> kWriters{{
      {subjects.calls, &Body::callStatement},
      {subjects.memory, &Body::memoryStatement},
      {subjects.named, &Body::namedStatement},
      {subjects.groups, &Body::groupStatement},
      {subjects.matrix, &Body::matrixStatement},
      {subjects.textures, &Body::textureStatement},
      {subjects.launches, &Body::launchStatement},
      {subjects.together, &Body::togetherStatement},
      {subjects.waiting, &Body::waitingStatement},
      {subjects.ptx, &Body::ptxStatement},
  }};
  std::vector<Writer> chosen;
  for (const auto &[has, writer] : kWriters)
    if (has)
      chosen.push_back(writer);
  if (chosen.empty() || !random.chance(18))
    return false;
  return (this->*chosen[random.below(static_cast<unsigned>(chosen.size()))])(place);
}

void Body::subjectDeclarations() {
  if (subjects.memory)
    memoryDeclarations();
  if (subjects.named)
    namedDeclarations();
  if (subjects.groups)
    groupDeclarations();
  if (subjects.matrix)
    matrixDeclarations();
  if (subjects.textures)
    textureDeclarations();
}

void Body::subjectEnd() {
  if (subjects.memory)
    memoryEnd();
  if (subjects.textures)
    textureEnd();
}

bool Body::subjectExpression(Type type, Level level, unsigned depth, std::string &out) {
  if (isNarrow(type))
    return false;
  if (subjects.intrinsics && random.chance(20))
    return out = intrinsic(type, level, depth), true;
  if (subjects.ptx && random.chance(20))
    return out = ptxExpression(type, level, depth), true;
  return false;
}

} // namespace helicon::fuzz
